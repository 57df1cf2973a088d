import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isInProvider } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { WaitingNote } from './waiting-note.tsx';

/** The frame around every view. */
export interface LayoutProps {
  readonly children: ComponentChildren;
  /** Called with the content's height in CSS pixels, once for each view and width of the window. */
  readonly onHeight: (height: number) => void;
}

/**
 * The frame around a view. In a host's frame it shows only the view, because the host's modal is the card and has
 * the header. Otherwise it is a card with the application's name and the TEST badge.
 */
export function Layout({ children, onHeight }: LayoutProps) {
  const { store, surface } = usePage();
  const page = useRef<HTMLElement>(null);
  const view = store.view.value;

  // Content that grows within a view, such as a note or opened details, scrolls, because the host's modal must not
  // jump.
  useEffect(() => {
    if (!page.current) return undefined;
    let measuredWidth = 0;
    const observer = new ResizeObserver(() => {
      // `innerWidth` includes the scroll bar, which comes and goes with the height.
      if (innerWidth === measuredWidth) return;
      measuredWidth = innerWidth;
      onHeight(Math.ceil(page.current?.getBoundingClientRect().height ?? 0));
    });
    observer.observe(page.current);
    return () => observer.disconnect();
  }, [onHeight, view]);

  return (
    <main class={`page page--${surface}`} ref={page}>
      {surface !== 'frame' && <Header />}
      {children}
      <WaitingNote />
    </main>
  );
}

function Header() {
  const { store, text, surface, visit } = usePage();
  const { name, environment } = store.application.value;
  const view = store.view.value;
  // A popup is closed instead.
  const canCancel =
    surface === 'redirect' && !visit && (view.kind === 'select' || isInProvider(view));
  return (
    <header class="header">
      <p class="header__name">{visit ? visit.text.title : text.connectTo(name)}</p>
      {canCancel && (
        <button type="button" class="header__cancel quiet-button" onClick={store.cancel}>
          {text.cancel}
        </button>
      )}
      {environment === 'test' && (
        <span class="badge" title={text.testBadgeHint}>
          {text.testBadge}
        </span>
      )}
    </header>
  );
}
