import { useEffect } from 'preact/hooks';
import { Button } from '../../../kit/button.tsx';
import { UnbrokenText } from '../../../kit/unbroken-text.tsx';
import { fill } from '../../../texts/fill.ts';
import type { Notice, PageTexts } from '../../../texts/surfaces.ts';
import type { ViewOf } from '../flow.ts';
import { usePage, useParties, useProvider } from '../page-context.ts';
import { StepTitle } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';
import { ProblemAdvice, ProblemNote, Reference } from '../parts/problem-note.tsx';
import { canRestart, isDrawnQuietly, type ProblemCode } from '../problems.ts';

/**
 * Only the redirect flow can restart from here, also by itself when the browser is online again, or return to its
 * application. In the embedded flow, the host offers a retry, and a frame's host shows the reference.
 */
export function FailureView({ problem }: Pick<ViewOf<'failed'>, 'problem'>) {
  const { application, dispatch, returnAddress, text, surface } = usePage();
  const { support_url } = application;
  const parties = useParties();
  const isOffline = problem.code === 'offline';
  const mayRestart = surface === 'redirect' && canRestart(problem);
  const title = fill(text.notices[problem.code].title, parties);
  const backTo = fill(text.backTo, parties);
  useEffect(() => {
    if (!isOffline || !mayRestart) return undefined;
    const restart = () => dispatch('restart');
    window.addEventListener('online', restart);
    return () => window.removeEventListener('online', restart);
  }, [isOffline, mayRestart, dispatch]);
  return (
    <section class="view view--centered">
      <Parties provider={useProvider()} end={isDrawnQuietly(problem) ? 'calm' : 'problem'} />
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
        <Button onClick={() => dispatch('restart')}>
          {problem.code === 'provider_unavailable' ? text.another : text.startAgain}
        </Button>
      )}
      {returnAddress !== null && !isOffline && (
        <Button
          look={mayRestart ? 'quiet' : 'primary'}
          onClick={() => dispatch('returnTo', returnAddress)}
        >
          {backTo}
        </Button>
      )}
      {surface === 'popup' && <Button onClick={() => dispatch('close')}>{backTo}</Button>}
    </section>
  );
}

/** Shown when the user has signed in to another account than the one to connect again. */
export function DifferentAccountView() {
  const { dispatch, text, typedNames } = usePage();
  const parties = useParties();
  const { title, advice } = text.notices.different_account;
  const signInAgain = () => {
    // The typed user names are of the person who has just signed in to another account, so they are forgotten.
    typedNames.clear();
    dispatch('signInAgain');
  };
  return (
    <section class="view view--centered">
      <Parties provider={useProvider()} end="calm" />
      <div role="alert">
        <StepTitle>{fill(title, parties)}</StepTitle>
        <p class="view__lead">{fill(advice, parties)}</p>
      </div>
      <ProblemNote />
      <Button onClick={signInAgain}>{text.again.submit}</Button>
    </section>
  );
}

const noParties = { application: '', provider: '', domain: '' };

/** @returns the title and the advice for a problem of a page that has no flow, and so no names to fill in */
export function describeBroken(text: PageTexts, problem: ProblemCode): Notice {
  const { title, advice } = text.notices[problem];
  return { title: fill(title, noParties), advice: fill(advice, noParties) };
}

export interface BrokenViewProps {
  readonly text: PageTexts;
  readonly problem: ProblemCode;
  /** Loads the document again; null if that would not help. */
  readonly restart: (() => void) | null;
}

/** Shown when the document has no valid data of a flow, or a part of the page cannot be loaded. */
export function BrokenView({ text, problem, restart }: BrokenViewProps) {
  const { title, advice } = describeBroken(text, problem);
  return (
    <main class="page page--redirect">
      <section class="view view--centered">
        <div role="alert">
          <h1 class="view__title">{title}</h1>
          <p class="view__lead">{advice}</p>
        </div>
        {restart && <Button onClick={restart}>{text.startAgain}</Button>}
      </section>
    </main>
  );
}
