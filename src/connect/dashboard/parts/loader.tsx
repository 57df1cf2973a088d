import type { ComponentChildren } from 'preact';
import { Button } from '../../../kit/button.tsx';
import { LiveText } from '../../../kit/live-text.tsx';
import type { Data } from '../use-data.ts';
import type { Problem } from '../visitor.ts';

export interface LoaderProps<Value> {
  readonly data: Data<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows the loaded data. If it cannot be loaded again, it stays below the reason, so that unsaved edits are not lost. */
export function Loader<Value>({ data: { value, problem, load }, children }: LoaderProps<Value>) {
  if (value !== null) {
    return (
      <>
        <ProblemText problem={problem} />
        {children(value)}
      </>
    );
  }
  return problem ? <LoadProblem problem={problem} load={load} /> : <Loading />;
}

export interface LoadProblemProps {
  readonly problem: Problem;
  readonly load: () => Promise<unknown>;
}

export function LoadProblem({ problem, load }: LoadProblemProps) {
  return (
    <div class="note note--problem">
      <p role="alert">
        <LiveText text={problem.description} />
      </p>
      <Button look="small" onClick={() => void load()}>
        Try again
      </Button>
    </div>
  );
}

export function Loading() {
  return (
    <div class="row muted" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading…
    </div>
  );
}

export function ProblemText({ problem }: { readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <p class="field__error" role="alert">
      <LiveText text={problem.description} />
    </p>
  );
}
