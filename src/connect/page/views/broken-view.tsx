import type { Notice, PageText } from '../locales/en.ts';

const noParties = { application: '', provider: '', domain: '' };

/**
 * @param text - the page's texts
 * @returns what is said of a document that was cut short
 */
export function describeBroken(text: PageText): Notice {
  return text.problems.invalid_request(noParties);
}

/** What the view shows. */
export interface BrokenViewProps {
  readonly text: PageText;
  /** Asks for a new document. */
  readonly restart: () => void;
}

/** In the place of the whole page, when the service's own document is broken. */
export function BrokenView({ text, restart }: BrokenViewProps) {
  const [title, advice] = describeBroken(text);
  return (
    <main class="page page--redirect">
      <section class="view view--centered">
        <div role="alert">
          <h1 class="view__title">{title}</h1>
          <p class="view__lead">{advice}</p>
        </div>
        <button type="button" class="button button--primary" onClick={restart}>
          {text.startAgain}
        </button>
      </section>
    </main>
  );
}
