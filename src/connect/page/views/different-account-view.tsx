import { fill } from '../../../texts/fill.ts';
import type { ViewOf } from '../flow.ts';
import { usePage, useParties } from '../page-context.ts';
import { StepTitle } from '../parts/headings.tsx';
import { Parties } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';

/** Shown when the user has signed in to another account than the one to connect again. */
export function DifferentAccountView({ provider }: Pick<ViewOf<'differentAccount'>, 'provider'>) {
  const { dispatch, text, typedNames } = usePage();
  const parties = useParties();
  const { title, advice } = text.notices.different_account;
  return (
    <section class="view view--centered">
      <Parties provider={provider} end="failed" />
      <div role="alert">
        <StepTitle>{fill(title, parties)}</StepTitle>
        <p class="view__lead">{fill(advice, parties)}</p>
      </div>
      <ProblemNote />
      <button
        type="button"
        class="button button--primary"
        onClick={() => {
          // The typed user names are of the person who has just signed in to another account, so they are forgotten.
          typedNames.clear();
          dispatch('signInAgain');
        }}
      >
        {text.again.submit}
      </button>
    </section>
  );
}
