import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import { api } from '../api.ts';
import { useDashboard } from '../dashboard-context.ts';
import { isWithin } from '../routes.ts';
import { useAction } from '../use-data.ts';
import { Navigation, RouteLink } from './route-link.tsx';
import { SecretNote } from './secret-note.tsx';

/** The time that a sentence stays in the live region, in milliseconds. */
const statusMs = 6000;

export function Layout({ children }: { readonly children: ComponentChildren }) {
  const { session } = useDashboard();
  const isSignedIn = Boolean(session.value?.csrf_token);
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" class="button button--small skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <div class="row top__inner">
          <strong class="row top__brand">
            <Icon name="link" class="top__mark" />
            {isSignedIn ? (
              <RouteLink to={{ view: 'applications' }}>Connect dashboard</RouteLink>
            ) : (
              'Connect dashboard'
            )}
          </strong>
          {isSignedIn && (
            <>
              <Views />
              <SignOut />
            </>
          )}
        </div>
      </header>
      <main class="content" tabIndex={-1} ref={main}>
        <LateSecrets />
        {children}
      </main>
      <Status />
      <LeaveDialog />
    </>
  );
}

function SignOut() {
  const { enter, leave } = useDashboard();
  const { isBusy, run } = useAction();
  const signOut = () =>
    run(api.signOut(), { keep: (session) => enter(session, 'You are signed out.') });
  return (
    <button
      type="button"
      class="quiet-button muted end"
      aria-disabled={isBusy}
      onClick={() => leave(() => void signOut())}
    >
      Sign out
    </button>
  );
}

/** Secrets that arrived after the user had left their view. */
function LateSecrets() {
  const { secrets, route } = useDashboard();
  const late = secrets.value.filter(({ home }) => !isWithin(route.value, home));
  return (
    <>
      {late.map((secret) => (
        <SecretNote key={secret.value} secret={secret} isNamed />
      ))}
    </>
  );
}

const views = [
  ['applications', 'Applications'],
  ['providers', 'Providers'],
  ['access', 'People and keys'],
  ['audit-log', 'Audit log'],
] as const;

function Views() {
  const { view: current } = useDashboard().route.value;
  const links = views.map(([view, title]) => {
    return { title, to: { view }, isCurrent: view === current };
  });
  return (
    <Navigation label="Dashboard" links={links}>
      <a href="/docs">Docs</a>
    </Navigation>
  );
}

/**
 * The live region is always in the document, because screen readers ignore one that appears together with its text.
 * Each sentence is a new element, so that the same sentence is announced again.
 */
function Status() {
  const { status, say } = useDashboard();
  const { value: saying } = status;

  useEffect(() => {
    if (!saying) return undefined;
    const timer = setTimeout(() => say(''), statusMs);
    return () => clearTimeout(timer);
  }, [saying, say]);

  return (
    <div class="visually-hidden" role="status">
      {saying && (
        <p key={saying.number}>
          <LiveText text={saying.text} />
        </p>
      )}
    </div>
  );
}

function LeaveDialog() {
  const { leaving, stay } = useDashboard();
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = leaving.value;

  useEffect(() => {
    if (leave) dialog.current?.showModal();
  }, [leave]);

  if (!leave) return null;
  const close = () => dialog.current?.close();
  return (
    <dialog class="card" aria-labelledby="leave-title" ref={dialog} onClose={stay}>
      <h2 id="leave-title">Leave without saving?</h2>
      <p>What you typed on this page is not saved yet.</p>
      <div class="row">
        {/* The browser focuses the dialog's first button. So the button that loses nothing comes first. */}
        <Button onClick={close}>Stay on this page</Button>
        <Button
          look="danger"
          onClick={() => {
            close();
            leave();
          }}
        >
          Leave without saving
        </Button>
      </div>
    </dialog>
  );
}
