import { Button } from '../../../kit/button.tsx';
import { fill } from '../../../texts/fill.ts';
import { choosePurpose } from '../../shapes/purpose.ts';
import type { LinkEnd } from '../flow.ts';
import { usePage } from '../page-context.ts';
import { Purpose } from '../parts/consent-rows.tsx';
import { StepTitle } from '../parts/headings.tsx';
import { ApplicationMark, Parties } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { StepForm } from '../parts/step-form.tsx';

export function LinkView() {
  const { application, dispatch, link, pending, text } = usePage();
  const { name } = application;
  const purpose = choosePurpose(link?.purpose ?? null, text.lang);
  const title = link?.connects_again ? text.link.titleAgain : text.link.title;
  return (
    <section class="view" aria-labelledby="view-title" aria-busy={pending !== null}>
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
      <ProblemNote />
      <StepForm label={text.link.begin} onSubmit={() => dispatch('begin')} />
    </section>
  );
}

/** Shown for a link whose flow cannot start: how the link has ended, and what the person can do. */
export function LinkOverView({ end }: { readonly end: LinkEnd }) {
  const { application, dispatch, text } = usePage();
  const { title, advice } = text.link.over[end];
  const isConnected = end === 'connected';
  return (
    <section class={`view view--${isConnected ? 'connected' : 'centered'}`}>
      <Parties provider={null} end={isConnected ? 'connected' : 'calm'} />
      <div role="status">
        <StepTitle>{title}</StepTitle>
        <p class="view__lead">{fill(advice, { application: application.name })}</p>
      </div>
      {end === 'left' && <Button onClick={() => dispatch('restart')}>{text.startAgain}</Button>}
    </section>
  );
}
