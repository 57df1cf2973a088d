// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from '../../../src/sdk/page/keep-focus.ts';

let stop: () => void;
let field: HTMLInputElement;

beforeEach(() => {
  field = document.createElement('input');
  document.body.append(field);
  stop = keepFocus();
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** The host takes the focus, and gives it back. */
function leaveAndReturn(): void {
  field.blur();
  window.dispatchEvent(new Event('focus'));
}

describe('a page that regains the focus', () => {
  it('restores it to the earlier field', () => {
    field.focus();
    leaveAndReturn();
    expect(document.activeElement).toBe(field);
  });

  it('does not change it after a press, which sets the focus itself', () => {
    field.focus();
    field.blur();
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
    expect(document.activeElement).toBe(document.body);
  });

  it('takes it from no other element', () => {
    const other = document.createElement('button');
    document.body.append(other);
    field.focus();
    other.focus();
    window.dispatchEvent(new Event('focus'));
    expect(document.activeElement).toBe(other);
  });

  it('does not change it after watching has stopped', () => {
    field.focus();
    stop();
    leaveAndReturn();
    expect(document.activeElement).toBe(document.body);
  });
});
