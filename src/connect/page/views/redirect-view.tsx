import { fill } from '../../../texts/fill.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';
import { LoginHeading } from '../parts/login-heading.tsx';
import { StepHead } from '../parts/parties.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { SubmitButton } from '../parts/submit-button.tsx';
import { TestHint } from '../parts/test-hint.tsx';

/** Shown before the user leaves for the provider's own site, where they sign in, and again after their return. */
export function RedirectView({ provider }: { readonly provider: SelectedProvider }) {
  const { store, text } = usePage();
  const problem = store.problem.value;

  return (
    <section class="view" aria-labelledby="view-title" aria-busy={store.pending.value !== null}>
      <StepHead provider={provider} />
      <LoginHeading provider={provider} takesFocus />
      <p class="view__lead">{fill(text.redirect.lead, { provider: provider.name })}</p>
      {problem && <ProblemNote problem={problem} takesFocus />}
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.goToProvider();
        }}
      >
        <TestHint provider={provider} />
        <SubmitButton label={fill(text.redirect.submit, { provider: provider.name })} />
      </form>
    </section>
  );
}
