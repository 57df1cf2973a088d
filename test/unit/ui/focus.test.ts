// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { rememberFocus } from '../../../src/sdk/ui/focus.ts';

afterEach(() => {
  document.body.replaceChildren();
});

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function createToolbar() {
  const toolbar = document.createElement('div');
  const invoker = document.createElement('button');
  toolbar.append(invoker);
  document.body.append(document.createElement('button'), toolbar);
  invoker.focus();
  return { toolbar, invoker };
}

describe('the remembered focus', () => {
  it('returns to the invoker', async () => {
    const { invoker } = createToolbar();
    const restore = rememberFocus();
    invoker.blur();

    restore();
    await nextTask();

    expect(document.activeElement).toBe(invoker);
  });

  it('moves to the element that replaced a removed invoker', async () => {
    const { toolbar } = createToolbar();
    const restore = rememberFocus();
    const next = document.createElement('button');
    toolbar.replaceChildren(next);

    restore();
    await nextTask();

    expect(document.activeElement).toBe(next);
  });

  it.each([
    ['removed', 'trigger'],
    ['kept', 'next'],
  ])('moves out of a panel only if the panel was removed: %s', async (fate, expected) => {
    const { toolbar, invoker } = createToolbar();
    toolbar.id = 'panel';
    const trigger = document.createElement('button');
    trigger.setAttribute('aria-controls', 'other panel');
    trigger.id = 'trigger';
    document.body.append(trigger);
    const restore = rememberFocus();
    const next = document.createElement('button');
    next.id = 'next';
    invoker.replaceWith(next);
    if (fate === 'removed') toolbar.remove();

    restore();
    await nextTask();

    expect(document.activeElement?.id).toBe(expected);
  });

  it('is not taken from another focused element', async () => {
    createToolbar();
    const restore = rememberFocus();
    const other = document.createElement('input');
    document.body.append(other);
    other.focus();

    restore();
    await nextTask();

    expect(document.activeElement).toBe(other);
  });

  it('does not move when no element had it', async () => {
    const { invoker } = createToolbar();
    invoker.blur();
    const restore = rememberFocus();

    restore();
    await nextTask();

    expect(document.activeElement).toBe(document.body);
  });
});
