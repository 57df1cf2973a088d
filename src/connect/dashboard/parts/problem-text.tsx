import { LiveText } from '../../../kit/live-text.tsx';
import type { Problem } from '../visitor.ts';

/** Shows why a request failed. Screen readers announce the text. */
export function ProblemText({ problem }: { readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <p class="field__error" role="alert">
      <LiveText text={problem.description} />
    </p>
  );
}
