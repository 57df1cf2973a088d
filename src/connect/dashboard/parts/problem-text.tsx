import type { Problem } from '../parse-problem.ts';

/** Says why a request failed, beside what sent it; read out when it comes. */
export function ProblemText({ problem }: { readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <p class="field__error" role="alert">
      {problem.description}
    </p>
  );
}
