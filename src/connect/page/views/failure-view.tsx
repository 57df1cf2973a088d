import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { Icon } from '../parts/icon.tsx';
import { useParties } from '../parts/use-parties.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';
import type { Problem } from '../problems.ts';

/**
 * The flow is over without an outcome. Only the redirect flow can start again from here, and does so
 * by itself when all that was missing is a connection; elsewhere that is the host's affair.
 */
export function FailureView({ problem }: { readonly problem: Problem }) {
  const { text, surface, restart, close } = usePage();
  const parties = useParties();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOffline = problem.code === 'offline';
  const canRestart = surface === 'redirect' && problem.code !== 'no_host';
  useShownFocus(heading);
  useEffect(() => {
    if (!isOffline || !canRestart) return undefined;
    window.addEventListener('online', restart);
    return () => window.removeEventListener('online', restart);
  }, [isOffline, canRestart, restart]);
  return (
    <section class="view view--centered">
      <Icon name="alert" class="mark mark--failure" />
      <div role="alert">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          {isOffline ? text.offlineTitle : text.failedTitle}
        </h1>
        <p class="view__lead">{text.problems[problem.code](parties)}</p>
      </div>
      {canRestart && (
        <button type="button" class="button button--primary" onClick={restart}>
          {text.startAgain}
        </button>
      )}
      {surface === 'popup' && close && (
        <button type="button" class="button button--small" onClick={close}>
          {text.close}
        </button>
      )}
    </section>
  );
}
