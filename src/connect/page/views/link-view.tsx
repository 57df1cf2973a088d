import { fill } from '../../../texts/fill.ts';
import { choosePurpose } from '../../shapes/purpose.ts';
import { usePage } from '../page-context.ts';
import { Purpose } from '../parts/consent-rows.tsx';
import { ApplicationMark } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { StepTitle } from '../parts/step-title.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';

/**
 * The first screen of a link that an application has sent: who asks, what will happen, and the one button that starts
 * the flow.
 */
export function LinkView() {
  const { store, text } = usePage();
  const { name } = store.application.value;
  const problem = store.problem.value;
  const link = store.link.value;
  const purpose = choosePurpose(link?.purpose ?? null, text.lang);
  const title = link?.connects_again ? text.link.titleAgain : text.link.title;
  return (
    <section class="view" aria-labelledby="view-title" aria-busy={store.pending.value !== null}>
      <ApplicationMark />
      <StepTitle>{fill(title, { application: name })}</StepTitle>
      {purpose.text !== null && (
        <p class="purpose">
          <b>{text.consent.whatFor}</b>
          <Purpose {...purpose} />
        </p>
      )}
      <ol class="steps">
        <li>{fill(text.select.promise, { application: name })}</li>
        <li>{text.link.decide}</li>
      </ol>
      <p class="view__lead">{fill(text.link.caution, { application: name })}</p>
      {problem && <ProblemNote problem={problem} takesFocus />}
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.begin();
        }}
      >
        <SubmitButton label={text.link.begin} />
      </form>
    </section>
  );
}
