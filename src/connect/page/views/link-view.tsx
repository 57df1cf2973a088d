import { useRef } from 'preact/hooks';
import { fill } from '../../../texts/fill.ts';
import { choosePurpose } from '../../shapes/purpose.ts';
import { usePage } from '../page-context.ts';
import { Purpose } from '../parts/consent-rows.tsx';
import { ApplicationMark } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { useShownFocus } from '../parts/use-shown-focus.ts';

/**
 * The first screen of a link that an application has sent: who asks, what will happen, and the one button that starts
 * the flow.
 */
export function LinkView() {
  const { store, text } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const { name } = store.application.value;
  const problem = store.problem.value;
  const link = store.link.value;
  const purpose = choosePurpose(link?.purpose ?? null, text.lang);
  const title = link?.connects_again ? text.link.titleAgain : text.link.title;
  useShownFocus(heading);
  return (
    <section class="view" aria-labelledby="view-title" aria-busy={store.pending.value !== null}>
      <ApplicationMark />
      <h1 class="view__title" id="view-title" tabIndex={-1} ref={heading}>
        {fill(title, { application: name })}
      </h1>
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
