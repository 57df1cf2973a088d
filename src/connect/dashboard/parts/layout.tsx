import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { RouteLink } from './route-link.tsx';

/** How long a status is shown, in milliseconds. */
const statusMs = 6000;

/** The header, the content and the live region. */
export function Layout({ children }: { readonly children: ComponentChildren }) {
  const { visitor, signOut } = useDashboard();
  return (
    <>
      <header class="top">
        <div class="top__inner">
          <p class="top__brand">
            {visitor.value === 'operator' ? (
              <RouteLink to={{ view: 'applications' }}>Connect dashboard</RouteLink>
            ) : (
              'Connect dashboard'
            )}
          </p>
          {visitor.value === 'operator' && (
            <>
              <Views />
              <button type="button" class="quiet-button" onClick={() => void signOut()}>
                Sign out
              </button>
            </>
          )}
        </div>
      </header>
      <main class="content">{children}</main>
      <Status />
      <LeaveDialog />
    </>
  );
}

/** Links to the views that do not belong to an application. */
function Views() {
  const { view } = useDashboard().route.value;
  return (
    <nav class="top__views" aria-label="Dashboard">
      <RouteLink to={{ view: 'applications' }} isCurrent={view === 'applications'}>
        Applications
      </RouteLink>
      <RouteLink to={{ view: 'providers' }} isCurrent={view === 'providers'}>
        Providers
      </RouteLink>
      <RouteLink to={{ view: 'access' }} isCurrent={view === 'access'}>
        People and keys
      </RouteLink>
      <RouteLink to={{ view: 'audit-log' }} isCurrent={view === 'audit-log'}>
        Audit log
      </RouteLink>
    </nav>
  );
}

/**
 * The live region. It is always in the document, because screen readers ignore a live region that appears together
 * with its text.
 */
function Status() {
  const { status, say } = useDashboard();
  const text = status.value;

  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => say(''), statusMs);
    return () => clearTimeout(timer);
  }, [text, say]);

  return (
    <div class="status" role="status">
      {text && <p class="status__text">{text}</p>}
    </div>
  );
}
