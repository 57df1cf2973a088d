import { useEffect } from 'preact/hooks';
import { Icon } from '../../../kit/icon.tsx';
import { UnbrokenText } from '../../../kit/unbroken-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { ViewOf } from '../flow.ts';
import { usePage, useParties } from '../page-context.ts';
import { StepTitle } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';
import { ProblemAdvice, Reference } from '../parts/problem-note.tsx';
import { canRestart } from '../problems.ts';

/**
 * Only the redirect flow can restart from here, also by itself when the browser is online again. In the embedded flow,
 * the host offers a retry, and a frame's host shows the reference.
 */
export function FailureView({ problem, chosen }: Omit<ViewOf<'failed'>, 'kind'>) {
  const { application, dispatch, text, surface } = usePage();
  const { support_url } = application;
  const parties = useParties();
  const isOffline = problem.code === 'offline';
  const mayRestart = surface === 'redirect' && canRestart(problem);
  const title = fill(text.notices[problem.code].title, parties);
  useEffect(() => {
    if (!isOffline || !mayRestart) return undefined;
    const restart = () => dispatch('restart');
    window.addEventListener('online', restart);
    return () => window.removeEventListener('online', restart);
  }, [isOffline, mayRestart, dispatch]);
  return (
    <section class="view view--centered">
      {chosen ? <Parties provider={chosen} end="failed" /> : <Icon name="alert" class="mark" />}
      <div role="alert">
        <StepTitle>
          <UnbrokenText text={title} />
        </StepTitle>
        <p class="view__lead">
          <ProblemAdvice problem={problem} />
        </p>
      </div>
      {surface !== 'frame' && support_url && (
        <p>
          <a
            class="inline-link"
            href={support_url}
            target="_blank"
            rel="noopener noreferrer"
            dir="ltr"
            translate={false}
          >
            {support_url.replace(/^\w+:\/\/|\/$/g, '')}
          </a>
        </p>
      )}
      {surface !== 'frame' && <Reference />}
      {mayRestart && (
        <button type="button" class="button button--primary" onClick={() => dispatch('restart')}>
          {text.startAgain}
        </button>
      )}
      {surface === 'popup' && (
        <button type="button" class="button button--primary" onClick={() => dispatch('close')}>
          {text.close}
        </button>
      )}
    </section>
  );
}
