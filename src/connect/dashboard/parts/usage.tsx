import type { ApplicationSummary } from '../../shapes/dashboard-answers.ts';
import { formatNumber } from '../format.ts';

/** Submissions used and left; live applications have no limit. */
export function Usage({ submissions }: Pick<ApplicationSummary, 'submissions'>) {
  if (!submissions) return <span class="muted">No limit</span>;
  const { used, limit } = submissions;
  const left = Math.max(0, limit - used);
  return (
    <span class={left === 0 ? 'usage usage--spent' : 'usage'}>
      {formatNumber(used)} used, {formatNumber(left)} left
      <progress
        class="usage__bar"
        value={Math.min(used, limit)}
        max={Math.max(1, limit)}
        aria-hidden="true"
      />
    </span>
  );
}
