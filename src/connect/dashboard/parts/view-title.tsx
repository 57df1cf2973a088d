import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';

/**
 * The heading of a view. It gets the focus when the view replaces another one or the sign-in. The browser
 * itself places the focus in a new document.
 */
export function ViewTitle({ children }: { readonly children: ComponentChildren }) {
  const { hasMoved } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Without a jump: the view scrolls to its start, or to where the user was before.
    if (hasMoved.value) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 class="view__title" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
