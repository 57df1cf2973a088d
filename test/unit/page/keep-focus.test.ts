// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from '../../../src/sdk/page/keep-focus.ts';

let stop: () => void;
let field: HTMLInputElement;

beforeEach(() => {
  vi.useFakeTimers();
  field = document.createElement('input');
  document.body.append(field);
  stop = keepFocus();
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

function focusWindow(): void {
  window.dispatchEvent(new Event('focus'));
}

describe('a page that regains the focus', () => {
  it('does not change it after a press, which sets the focus itself', () => {
    field.focus();
    field.blur();
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    focusWindow();
    vi.runAllTimers();
    expect(document.activeElement).toBe(document.body);
  });

  it('takes it from no other element', () => {
    const other = document.createElement('button');
    document.body.append(other);
    field.focus();
    other.focus();
    focusWindow();
    vi.runAllTimers();
    expect(document.activeElement).toBe(other);
  });

  it('leaves it to Tab, which chooses an element a moment later', () => {
    const first = document.createElement('button');
    document.body.prepend(first);
    field.focus();
    field.blur();
    focusWindow();
    first.focus();
    vi.runAllTimers();
    expect(document.activeElement).toBe(first);
  });

  it('does not change it when watching stops before that moment', () => {
    field.focus();
    field.blur();
    focusWindow();
    stop();
    vi.runAllTimers();
    expect(document.activeElement).toBe(document.body);
  });
});
