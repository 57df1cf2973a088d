// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { guardAgainstKeyboard } from '../../../src/connect/page/keyboard-guard.ts';

/** A phone with 640 px, whose keyboard covers the lower half. */
const windowHeight = 640;
const keyboardHeight = 320;

let stop = () => {};

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A form with its field and button at these heights. The keyboard is closed. */
function showForm(fieldTop: number, buttonBottom: number) {
  document.body.innerHTML = '<form><input><button type="submit">Sign in</button></form>';
  const [field, button] = document.querySelectorAll<HTMLElement>('input, button');
  if (!field || !button) throw new Error('The form is not there.');
  field.getBoundingClientRect = () => new DOMRect(0, fieldTop, 300, 48);
  button.getBoundingClientRect = () => new DOMRect(0, buttonBottom - 48, 300, 48);
  const viewport = Object.assign(new EventTarget(), {
    height: windowHeight,
    offsetTop: 0,
    scale: 1,
  });
  const scrollBy = vi.fn<(top: number) => void>();
  vi.stubGlobal('innerHeight', windowHeight);
  vi.stubGlobal('scrollBy', ({ top }: { readonly top: number }) => scrollBy(top));
  stop = guardAgainstKeyboard(viewport as unknown as VisualViewport);
  const open = () => {
    viewport.height = windowHeight - keyboardHeight;
    viewport.dispatchEvent(new Event('resize'));
  };
  const readRoom = () => document.documentElement.style.getPropertyValue('--keyboard');
  return { field, viewport, scrollBy, open, readRoom };
}

it.each([
  ['prefers the field if not both fit', 60, 600],
  // The button begins at 252 px, so the field must end 12 px above.
  ['shows a field that is hidden behind a sticky button', 240, 300],
])('%s', (_, fieldTop, buttonBottom) => {
  const { field, scrollBy, open } = showForm(fieldTop, buttonBottom);
  field.focus();
  open();
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith(48);
});

it('does not scroll when both are in view, or when nothing has the focus', () => {
  const { field, scrollBy, open } = showForm(100, 250);
  open();
  field.focus();
  expect(scrollBy).not.toHaveBeenCalled();
});

it('removes the room when the keyboard closes, and adds none for a zoom', () => {
  const { field, viewport, scrollBy, open, readRoom } = showForm(200, 420);
  field.focus();
  open();
  viewport.height = windowHeight;
  viewport.dispatchEvent(new Event('resize'));
  expect(readRoom()).toBe('0px');
  viewport.scale = 2;
  open();
  expect(readRoom()).toBe('0px');
  expect(scrollBy).toHaveBeenCalledOnce();
});
