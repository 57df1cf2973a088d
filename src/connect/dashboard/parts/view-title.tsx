import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Whether some view has been shown before this one. */
let hasShownView = false;

/**
 * The heading of a view. It takes the focus when a view follows another one, as a new document would
 * have started at its beginning; on the first one the browser has done that itself.
 */
export function ViewTitle({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasShownView) heading.current?.focus();
    hasShownView = true;
  }, []);
  return (
    <h1 class="view__title" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
