import { fill } from '../../../texts/fill.ts';
import type { Notice, PageTexts } from '../../../texts/surfaces.ts';
import type { ProblemCode } from '../problems.ts';

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
        {restart && (
          <button type="button" class="button button--primary" onClick={restart}>
            {text.startAgain}
          </button>
        )}
      </section>
    </main>
  );
}
