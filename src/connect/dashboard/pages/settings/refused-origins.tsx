import type { RefusedOrigin } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { ProblemText } from '../../parts/problem-text.tsx';
import { useSubmission } from '../../parts/submit.tsx';

/** The properties of {@link RefusedOrigins}. */
export interface RefusedOriginsProps {
  readonly origins: readonly RefusedOrigin[];
  /** Called after the row was removed, with the pressed button. */
  readonly onAdded: () => void;
}

/** Origins that were refused in the last day, each with a button that registers it. */
export function RefusedOrigins({ origins, onAdded }: RefusedOriginsProps) {
  if (origins.length === 0) return null;
  return (
    <div class="refused">
      <h3 class="refused__title" id="refused-title">
        Refused in the last 24 hours
      </h3>
      <p class="section__lead">
        Pages of these origins tried to show Connect. Anyone can cause an entry, so add only sites
        that are yours.
      </p>
      <ul class="addresses" aria-labelledby="refused-title">
        {origins.map((refused) => (
          <RefusedRow key={refused.origin} refused={refused} onAdded={onAdded} />
        ))}
      </ul>
    </div>
  );
}

interface RefusedRowProps {
  readonly refused: RefusedOrigin;
  readonly onAdded: () => void;
}

function RefusedRow({ refused, onAdded }: RefusedRowProps) {
  const { origin, refused_at, is_registrable } = refused;
  const { changeAddress } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const add = async () => {
    const isDone = await submit(() => changeAddress('origins', { action: 'add', address: origin }));
    if (isDone) onAdded();
  };
  return (
    <li class="addresses__row">
      <div class="addresses__text">
        <span class="mono">{origin}</span>
        <span class="refused__time">Last refused {formatTime(refused_at)}</span>
        {!is_registrable && (
          <span class="flag">Cannot be added: an embedding origin must use https</span>
        )}
        <ProblemText problem={problem} />
      </div>
      {is_registrable && (
        <button
          type="button"
          class="button button--small"
          aria-disabled={isBusy}
          aria-label={`Add refused origin ${origin}`}
          onClick={() => void add()}
        >
          Add
        </button>
      )}
    </li>
  );
}
