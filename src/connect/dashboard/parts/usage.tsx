import { LiveText } from '../../../kit/live-text.tsx';
import type { ApplicationSummary } from '../../shapes/dashboard-answers.ts';
import { formatNumber } from '../format.ts';

/**
 * The first number is for sign-ins on the Connect page, which shows it, too. The number in brackets also counts the
 * sign-ins that only the backend may use. Live applications have no limit.
 */
export function Usage({ submissions }: Pick<ApplicationSummary, 'submissions'>) {
  if (!submissions) return <span class="muted">No limit</span>;
  const { used, limit, page } = submissions;
  const left = countLeft(submissions);
  return (
    <span class={left === 0 ? 'usage--spent' : undefined}>
      <span>
        <LiveText
          text={`${formatNumber(countLeft(page))} of ${formatNumber(page.limit)} sign-ins left`}
        />{' '}
        <span class="muted">
          <LiveText
            text={`(${formatNumber(left)} of ${formatNumber(limit)} including your backend)`}
          />
        </span>
      </span>
      <progress
        class="usage__bar"
        value={Math.min(used, limit)}
        max={Math.max(1, limit)}
        aria-hidden="true"
      />
    </span>
  );
}

function countLeft({ used, limit }: { readonly used: number; readonly limit: number }): number {
  return Math.max(0, limit - used);
}
