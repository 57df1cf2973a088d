import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePage } from '../page-context.ts';

/**
 * Moves the focus to where a step begins, once the step can be seen. A frame must not take the
 * focus from the host's selector while the host still hides it.
 *
 * @param target - the step's heading or first field
 */
export function useShownFocus(target: RefObject<HTMLElement | null>): void {
  const { watchShown } = usePage();
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    let hasFocused = false;
    return watchShown(element, 'any', (isShown) => {
      // Once: a user who has moved on must not be pulled back when a tab is shown again.
      if (!isShown || hasFocused) return;
      hasFocused = true;
      // Nor one who was quicker than us. Whatever the step before had focused is gone with it.
      if (document.activeElement === document.body) element.focus();
    });
  }, [target, watchShown]);
}
