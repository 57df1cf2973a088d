import { readDocument } from './page-document.ts';

const focusable = 'a[href],button,input,select,textarea,[tabindex]';

/**
 * Remembers the focused element until the modal closes. The browser itself restores the focus to an invoker that
 * still exists. This helps when a framework has replaced the invoker, or when the invoker was in a popover, which
 * browsers close for a modal dialog.
 *
 * @returns moves the focus to the invoker, or to the nearest focusable element, if no element has it
 */
export function rememberFocus(): () => void {
  const trail: { node: Element; openers: Element[] }[] = [];
  const buttons = [
    ...readDocument('documentElement').querySelectorAll(
      '[popovertarget],[commandfor],[aria-controls]',
    ),
  ];
  for (let node = readDocument('activeElement'); node; node = node.parentElement) {
    const target = node;
    // The openers are recorded now, because a library may remove the popover and the reference to it.
    trail.push({ node, openers: buttons.filter((button) => opens(button, target)) });
  }
  return () => {
    // A trail of only `body` and `html` means that no element had the focus. Safari does not focus a
    // clicked button. https://webkit.org/b/22261
    if (trail.length < 3) return;
    const nearby = trail.flatMap(({ node, openers }) => [
      ...node.querySelectorAll(focusable),
      ...openers,
    ]);
    [trail[0]?.node, ...nearby].find((candidate) => {
      if (!hasFocus() && candidate instanceof HTMLElement && candidate.isConnected) {
        candidate.focus({ preventScroll: true });
      }
      return hasFocus();
    });
  };
}

/** Says whether a button opens a popover, dialog or panel. Its properties also refer to targets without an ID. */
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

/**
 * Takes the focus back from a page of another origin, which can focus itself and its frame, even an inert frame. The
 * losing window gets `blur` just before `activeElement` changes. The frame is a child of the modal's element.
 */
export function keepFocus(host: Element, onTaken: () => void): void {
  setTimeout(() => {
    if (readDocument('activeElement')?.parentNode === host) onTaken();
  });
}

/**
 * Tries again in the next task, because Firefox 153 was measured not to focus an element that was inert just before.
 */
function focusFrame(frame: HTMLIFrameElement | null): void {
  frame?.focus();
  setTimeout(() => {
    if (readDocument('activeElement') === readDocument('body')) frame?.focus();
  });
}

/** @returns the element at the start of the modal's screen, unless it is the frame */
export function findFocus(root: ShadowRoot): HTMLElement | null {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const question = find('[role=alertdialog] button');
  const screen = find('dialog')?.dataset.screen;
  if (question || screen === 'page') return question;
  // On a touch screen, focusing the search would open a keyboard that covers the list.
  const isTouched = globalThis.matchMedia?.('(pointer:coarse)').matches;
  // At the end, the live region says the result. The title was read before, and reading the title again would only
  // delay the result.
  const isEnd = screen === 'finishing' || screen === 'connected';
  return find(isTouched ? 'h3' : 'h3,input') ?? find(isEnd ? 'section' : '#title');
}

/** Moves the focus to the start of the modal's screen, unless the frame already has it. */
export function moveFocus(root: ShadowRoot): void {
  const target = findFocus(root);
  const frame = root.host.querySelector('iframe');
  if (target) {
    // The browser focuses the target itself when the dialog opens. Each call of `focus` makes it compute the style.
    if (target !== root.activeElement) target.focus();
  } else if (readDocument('activeElement') !== frame) {
    // The page focuses its own heading when it is ready, and must keep that focus.
    focusFrame(frame);
  }
  // The previous search is still in the field. It is selected, so that the next key replaces it.
  if (target instanceof HTMLInputElement && target.value) target.select();
}
