import { useDashboard } from '../dashboard-context.ts';
import { RouteLink } from './route-link.tsx';
import { ViewTitle } from './view-title.tsx';

/** Shown when a view cannot be loaded: the reason, and the possible actions. */
export function LoadProblem() {
  const { problem, load, visitor } = useDashboard();
  const isMissing = problem.value?.status === 404;
  return (
    <section class="view">
      <ViewTitle>{isMissing ? 'No such application' : 'This could not be loaded'}</ViewTitle>
      <p role="alert">{problem.value?.description}</p>
      <p class="actions">
        {!isMissing && (
          <button type="button" class="button button--primary" onClick={() => void load()}>
            Try again
          </button>
        )}
        {visitor.value === 'operator' && (
          <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
        )}
      </p>
    </section>
  );
}
