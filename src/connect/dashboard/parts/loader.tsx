import type { ComponentChildren } from 'preact';
import type { Data } from '../use-data.ts';
import type { Problem } from '../visitor.ts';

/** Data, and how it is shown. */
export interface LoaderProps<Value> {
  readonly data: Data<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows data once it is loaded; until then that it loads, or why it cannot be loaded. */
export function Loader<Value>({ data: { value, problem, load }, children }: LoaderProps<Value>) {
  if (value !== null) return <>{children(value)}</>;
  return problem ? <LoadProblem problem={problem} load={load} /> : <Loading />;
}

/** Why something could not be loaded, and another try. */
export interface LoadProblemProps {
  readonly problem: Problem;
  readonly load: () => Promise<unknown>;
}

/** Says why something could not be loaded. */
export function LoadProblem({ problem, load }: LoadProblemProps) {
  return (
    <div class="note note--problem">
      <p role="alert">{problem.description}</p>
      <button type="button" class="button button--small" onClick={() => void load()}>
        Try again
      </button>
    </div>
  );
}

/** The view waits for the service; said to screen readers, too. */
export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading…
    </div>
  );
}
