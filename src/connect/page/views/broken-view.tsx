import type { Notice, PageText } from '../locales/en.ts';
import type { ProblemCode } from '../problems.ts';

const noParties = { application: '', provider: '', domain: '' };

/**
 * @param text - the page's texts
 * @param problem - what is wrong with the document
 * @returns what is said of it
 */
export function describeBroken(text: PageText, problem: ProblemCode): Notice {
  return text.problems[problem](noParties);
}

/** What the view shows. */
export interface BrokenViewProps {
  readonly text: PageText;
  readonly problem: ProblemCode;
  /** Asks for a new document; null where that would not help. */
  readonly restart: (() => void) | null;
}

/** Replaces the whole page when the service's document has no flow. */
export function BrokenView({ text, problem, restart }: BrokenViewProps) {
  const [title, advice] = describeBroken(text, problem);
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
