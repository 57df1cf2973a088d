import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { formatZone } from '../format.ts';

export interface ViewTitleProps {
  readonly text: string;
  /** The name of the application to which the view belongs. It is shown only in the document's title. */
  readonly of?: string | undefined;
  /** Whether the view shows times. If so, the time zone is shown below the heading. */
  readonly hasTimes?: boolean;
  readonly children?: ComponentChildren;
}

/**
 * The heading gets the focus when the view replaces another, so that screen readers announce the change. In a newly
 * loaded document, the browser itself places the focus.
 */
export function ViewTitle({ text, of, hasTimes = false, children }: ViewTitleProps) {
  const { visit } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(of === undefined ? text : `${text} · ${of}`);
  useEffect(() => {
    // Focusing must not scroll. A new view already starts at its top, and on a step back the browser restores the
    // earlier scroll position.
    if (visit.value > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="row">
      <h1 class="view__title" tabIndex={-1} ref={heading}>
        {text}
      </h1>
      {hasTimes && <p class="muted">Times in {formatZone()}</p>}
      {children}
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Connect dashboard`;
  }, [title]);
}
