import { useRef } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { useParties } from '../parts/use-parties.ts';
import { useShownFocus } from '../parts/use-shown-focus.ts';
import type { Problem } from '../problems.ts';

/** The flow is over without an outcome. Only the redirect flow can start again from here. */
export function FailureView({ problem }: { readonly problem: Problem }) {
  const { text, surface, restart } = usePage();
  const parties = useParties();
  const heading = useRef<HTMLHeadingElement>(null);
  useShownFocus(heading);
  const title = problem.code === 'offline' ? text.offlineTitle : text.failedTitle;
  return (
    <section class="view view--centered">
      <span class="mark mark--failure" aria-hidden="true" />
      <div role="alert">
        <h1 class="view__title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p class="view__lead">{text.problems[problem.code](parties)}</p>
      </div>
      {surface === 'redirect' && problem.code !== 'no_host' && (
        <button type="button" class="button button--primary" onClick={restart}>
          {text.startAgain}
        </button>
      )}
    </section>
  );
}
