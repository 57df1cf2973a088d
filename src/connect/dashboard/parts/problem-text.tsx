import type { Problem } from '../visitor.ts';

/** Shows why a request failed, beside its button. Screen readers announce it. */
export function ProblemText({ problem }: { readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <p class="field__error" role="alert">
      {problem.description}
    </p>
  );
}
