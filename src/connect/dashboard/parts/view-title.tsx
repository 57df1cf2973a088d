import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { formatZone } from '../format.ts';

export interface ViewTitleProps {
  readonly text: string;
  /** The name of the page's application. */
  readonly of?: string | undefined;
  /** Whether the view shows times. */
  readonly hasTimes?: boolean;
}

/**
 * The heading of a view. It gets the focus when the view replaces another one or the sign-in. In a new document,
 * the browser itself places the focus.
 */
export function ViewTitle({ text, of, hasTimes = false }: ViewTitleProps) {
  const { hasMoved } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(of === undefined ? text : `${text} · ${of}`);
  useEffect(() => {
    // The heading gets the focus without scrolling, because the view scrolls to its start or to the user's previous
    // position.
    if (hasMoved.value) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h1 class="view__title" tabIndex={-1} ref={heading}>
        {text}
      </h1>
      {hasTimes && <p class="zone">Times in {formatZone()}</p>}
    </>
  );
}

/** Names the document after the view. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Connect dashboard`;
  }, [title]);
}
