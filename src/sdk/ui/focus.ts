import { readDocument } from './page-document.ts';

/**
 * Remembers the invoker: the element that has the focus when the modal opens, or else `pressed`. Browsers focus it
 * again, unless a framework has replaced it, or it was in a popover, which closes when a modal dialog opens. In
 * these cases, the returned function, called after the modal has closed, focuses it or an element near it.
 */
export function rememberFocus(pressed?: Element | null): () => void {
  const trail: { node: Element; openers: Element[] }[] = [];
  const selector = '[popovertarget],[commandfor],[aria-controls]';
  const buttons = [...readDocument('documentElement').querySelectorAll(selector)];
  const invoker = hasFocus() ? readDocument('activeElement') : pressed;
  for (let node = invoker; node; node = node.parentElement) {
    const target = node;
    // Recorded now, because a library may remove a popover, and its button's reference to it, when the popover closes.
    trail.push({ node, openers: buttons.filter((button) => opens(button, target)) });
  }
  return () => {
    // With only `body` and `html`, no element had the focus, as after a click in Safari: https://webkit.org/b/22261
    if (trail.length < 3) return;
    const focusable = 'a[href],button,input,select,textarea,[tabindex]';
    const nearby = trail.flatMap(({ node, openers }) => [
      ...node.querySelectorAll(focusable),
      ...openers,
    ]);
    // In a later task, the application has enabled its button again, because it was told that the session has ended.
    setTimeout(() => {
      [invoker, ...nearby].find((candidate) => {
        if (!hasFocus() && candidate instanceof HTMLElement && candidate.isConnected) {
          candidate.focus({ preventScroll: true });
        }
        return hasFocus();
      });
    });
  };
}

/** Says whether a button opens the target, such as a popover. Its properties refer even to one without an ID. */
function opens(button: Element & Partial<HTMLButtonElement>, target: Element): boolean {
  const { popoverTargetElement, commandForElement } = button;
  if (popoverTargetElement === target || commandForElement === target) return true;
  const ids = button.getAttribute('aria-controls')?.split(/\s+/);
  return target.id !== '' && !!ids?.includes(target.id);
}

function hasFocus(): boolean {
  const active = readDocument('activeElement');
  return !!active && active !== readDocument('body');
}

/** Call it at `blur` of the window, just before `activeElement` changes. A page in an inert frame may focus itself. */
export function keepFocus(host: Element, onTaken: () => void): void {
  setTimeout(() => {
    if (readDocument('activeElement')?.parentNode === host) onTaken();
  });
}

/** Focuses the frame twice: Firefox 153 was measured not to focus an element that was inert just before. */
function focusFrame(frame: HTMLIFrameElement | null): void {
  frame?.focus();
  setTimeout(() => {
    if (readDocument('activeElement') === readDocument('body')) frame?.focus();
  });
}

/** @returns the element of the modal's screen that gets the focus first; null when the frame gets it */
export function findFocus(root: ShadowRoot): HTMLElement | null {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const question = find('[role=alertdialog] button');
  const screen = find('dialog')?.dataset.screen;
  if (question || screen === 'page') return question;
  // On a touch screen, focusing the search would open a keyboard that covers the list.
  const isTouched = globalThis.matchMedia?.('(pointer:coarse)').matches;
  // On the last screens, the section gets the focus, because a title would be read aloud before the announced result.
  const isEnd = screen === 'finishing' || screen === 'connected';
  return find(isTouched ? 'h3' : 'h3,input') ?? find(isEnd ? 'section' : '#title');
}

export function moveFocus(root: ShadowRoot): void {
  const target = findFocus(root);
  const frame = root.host.querySelector('iframe');
  if (target) {
    // A dialog that opens has already focused the target. Each `focus` makes the browser compute the style.
    if (target !== root.activeElement) target.focus();
  } else if (readDocument('activeElement') !== frame) {
    // A frame that has the focus is not focused again, because its page may have focused a heading.
    focusFrame(frame);
  }
  // The field still has the previous search. The text is selected, so that the next key replaces it.
  if (target instanceof HTMLInputElement && target.value) target.select();
}
