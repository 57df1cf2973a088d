import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { isTyping } from '../../../kit/keys.ts';
import { usePage } from '../page-context.ts';

/** The attribute of the element that gets the focus when the user types the first key. */
const awaitsKeys = 'data-awaits-keys';

/**
 * Moves the focus to the start of a step, once the step is visible. A frame must not take the focus from the host's
 * selector while the host still hides the frame.
 *
 * In WebKit, the document in a frame of another site cannot move the focus before the user has pressed something in it.
 * So the hook tries again when the host gives the frame the focus, and when the user types the first key. Until then
 * the element is marked, and a field is drawn as focused.
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
      // The focus moves only once. When a tab is shown again, a user who has moved the focus keeps their place.
      if (!isShown || hasArrived) return;
      focusUnlessMoved(element);
      hasArrived = document.activeElement !== document.body;
      element.toggleAttribute(awaitsKeys, !hasArrived && document.hasFocus());
    };
    const unmark = () => element.removeAttribute(awaitsKeys);
    const stopWatching = watchShown(element, 'any', (next) => {
      isShown = next;
      arrive();
    });
    const handleKey = (event: KeyboardEvent) => {
      if (isTyping(event)) focusUnlessMoved(element);
    };
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener('focus', arrive, { signal });
    window.addEventListener('keydown', handleKey, { signal });
    for (const type of ['blur', 'focusin', 'pointerdown'])
      window.addEventListener(type, unmark, { signal });
    return () => {
      stopWatching();
      end.abort();
    };
  }, [target, watchShown]);
}

/** If the user has not moved the focus, it is on the body, because the focused element was removed with its step. */
function focusUnlessMoved(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus();
}
