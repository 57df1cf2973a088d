import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePage } from '../page-context.ts';

/**
 * Moves the focus to the start of a step, once the step is visible. A frame must not take the
 * focus from the host's selector while the host still hides it. In WebKit a frame of another site
 * cannot move the focus before it has it, so this tries again when the host gives it the focus. If the host
 * does not, the first key that is typed moves the focus.
 *
 * @see https://bugs.webkit.org/show_bug.cgi?id=294296
 */
export function useShownFocus(target: RefObject<HTMLElement | null>): void {
  const { watchShown } = usePage();
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    let isShown = false;
    let hasArrived = false;
    const arrive = () => {
      // Once: a user who has moved on must not be pulled back when a tab is shown again.
      if (!isShown || hasArrived) return;
      focusUnlessMoved(element);
      hasArrived = document.activeElement !== document.body;
    };
    const stopWatching = watchShown(element, 'any', (next) => {
      isShown = next;
      arrive();
    });
    const handleKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isText = /^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey;
      // The browser types a key after `keydown`, into the focused element: the start of the step.
      // https://w3c.github.io/uievents/#event-type-keydown
      if (isText) focusUnlessMoved(element);
    };
    window.addEventListener('focus', arrive);
    window.addEventListener('keydown', handleKey);
    return () => {
      stopWatching();
      window.removeEventListener('focus', arrive);
      window.removeEventListener('keydown', handleKey);
    };
  }, [target, watchShown]);
}

/** Keeps the focus if the user has already moved it. Otherwise it is on the body, because the earlier step was removed. */
function focusUnlessMoved(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus();
}
