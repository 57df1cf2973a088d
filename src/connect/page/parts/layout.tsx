import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../../kit/icon.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { usePatience } from '../../../kit/patience.ts';
import { fill } from '../../../texts/fill.ts';
import { isInProvider } from '../flow.ts';
import { usePage, useParties } from '../page-context.ts';

export interface LayoutProps {
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** A card with a header. In a frame, the host's modal is the card and has the header. */
export function Layout({ children, onClose }: LayoutProps) {
  const { dispatch, surface, view } = usePage();
  const page = useRef<HTMLElement>(null);

  // Only a new view or width sends a height. Content that grows scrolls instead, so that the modal does not jump.
  useEffect(() => {
    if (!page.current) return undefined;
    let measuredWidth = 0;
    const observer = new ResizeObserver(() => {
      // `innerWidth` includes the scroll bar, so a scroll bar that appears or disappears is not a new width.
      if (innerWidth === measuredWidth) return;
      measuredWidth = innerWidth;
      dispatch('resize', Math.ceil(page.current?.getBoundingClientRect().height ?? 0));
    });
    observer.observe(page.current);
    return () => observer.disconnect();
  }, [dispatch, view]);

  return (
    <main class={`page page--${surface}`} ref={page}>
      {surface !== 'frame' && <Header onClose={onClose} />}
      {children}
      <WaitingNote />
    </main>
  );
}

/**
 * The header. Back and the cross have their places even on steps without them, so that the title does not move. At
 * `/manage`, where no application is involved, it names this service. The list of accesses has its own way back.
 */
function Header({ onClose }: Pick<LayoutProps, 'onClose'>) {
  const { application, dispatch, hasPreviousStep, text, surface, view, visit } = usePage();
  const { name, environment } = application;
  const canClose = !visit && (view.kind === 'select' || isInProvider(view));
  return (
    <header class="header">
      {hasPreviousStep && view.kind !== 'manage' && (
        <IconButton
          icon="back"
          label={view.kind === 'mfa' ? text.again.submit : text.another}
          onClick={() => dispatch('goBack')}
        />
      )}
      <p class="header__title">
        {/* The list of accesses has the title of the page as its heading. */}
        {view.kind !== 'manage' && <span>{(visit?.text ?? text).title}</span>}
        <span class="header__parties row">
          {visit && <Icon name="link" />}
          <span class="header__name">
            {visit ? (
              <bdi translate={false}>{window.location.host}</bdi>
            ) : (
              fill(text.to, { application: name })
            )}
          </span>
          {environment === 'test' && (
            <span class="badge" title={text.testBadgeHint}>
              {text.testBadge}
            </span>
          )}
        </span>
      </p>
      {canClose && (
        <IconButton
          icon="close"
          label={surface === 'popup' ? text.close : text.cancel}
          onClick={onClose}
        />
      )}
    </header>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

function IconButton({ icon, label, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`header__${icon}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Always in the document, because some screen readers ignore a live region that appears together with its text. */
function WaitingNote() {
  const { pending, text } = usePage();
  // While the user approves on another device, the step itself says so. The page asks for the result again and again.
  const task = pending === 'push' ? null : pending;
  const { provider } = useParties();
  const { level } = usePatience(task ?? false);
  return (
    <p class="waiting" role="status">
      {task && level > 0 && (
        <LiveText
          text={level > 1 ? fill(text.waiting.stillWorking, { provider }) : text.waiting[task]}
        />
      )}
    </p>
  );
}
