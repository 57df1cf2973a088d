import { fill } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { LoginHeading } from '../parts/login-heading.tsx';
import { StepHead } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { StepForm } from '../parts/step-form.tsx';
import { TestHint } from '../parts/test-hint.tsx';

/** Shown before the user leaves for the provider's own site, where they sign in, and again after their return. */
export function RedirectView({ provider }: { readonly provider: SelectedProvider }) {
  const { dispatch, pending, text } = usePage();
  const names = { provider: provider.name };
  return (
    <section class="view" aria-labelledby="view-title" aria-busy={pending !== null}>
      <StepHead provider={provider} />
      <LoginHeading provider={provider} takesFocus />
      <p class="view__lead">{fill(text.redirect.lead, names)}</p>
      <ProblemNote />
      <StepForm label={fill(text.redirect.submit, names)} onSubmit={() => dispatch('goToProvider')}>
        <TestHint provider={provider} />
      </StepForm>
    </section>
  );
}
