import type { Delivery } from '../../../shapes/dashboard-answers.ts';
import type { DeliveryProblem, DeliveryStatus } from '../../../shapes/unions.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatNumber, formatSecond, formatTime } from '../../format.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { ProblemText } from '../../parts/problem-text.tsx';
import { useSubmission } from '../../parts/submit.tsx';
import { Table } from '../../parts/table.tsx';

/** The texts of the statuses. */
export const statusTexts: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
};

const statusColours: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'outcome--in_progress',
  sending: 'outcome--in_progress',
  delivered: 'outcome--code_exchanged',
  failed: 'outcome--failed',
};

const problemTexts: Readonly<Record<DeliveryProblem, string>> = {
  timeout: 'No response within 10 s',
  address_refused: 'The address is not public',
  unknown_host: 'The host name has no address',
  no_secure_connection: 'The certificate is not trusted',
  no_connection: 'No connection',
  secret_unreadable: 'GRANT_KEY lacks the key of the secret',
};

function describeStatus(status: number | null): string {
  const isRedirect = status !== null && status >= 300 && status < 400;
  return isRedirect ? `${status}: a redirect. Register the address that it leads to` : `${status}`;
}

/** A delivery of the chosen webhook. */
export interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** False while the webhook is off. */
  readonly canResend: boolean;
}

/** A delivery. It opens to show its tries and the event. */
export function DeliveryRow({ delivery, canResend }: DeliveryRowProps) {
  const { resendDelivery } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const { delivery_id, event_id, type, status, created_at, next_try_at, tries } = delivery;
  return (
    <li class="addresses__row addresses__row--stacked" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong class={`outcome ${statusColours[status]}`}>{statusTexts[status]}</strong>{' '}
          <span class="mono">{type}</span>
        </span>
        <span class="account__times">
          {formatTime(created_at)}.{next_try_at !== null && ` Next try ${formatTime(next_try_at)}.`}
        </span>
        <details>
          <summary>
            {tries.length} {tries.length === 1 ? 'try' : 'tries'} of{' '}
            <span class="mono">{event_id}</span>
          </summary>
          {tries.length > 0 && (
            <Table caption={`Tries of ${event_id}`} columns={['Time', 'Response', 'Duration']}>
              {tries.map((one) => (
                <tr key={one.at}>
                  <td>{formatSecond(one.at)}</td>
                  <td>
                    {one.problem === null ? describeStatus(one.status) : problemTexts[one.problem]}
                  </td>
                  <td>{formatNumber(one.ms)} ms</td>
                </tr>
              ))}
            </Table>
          )}
          <p class="mono">{delivery.body}</p>
        </details>
        <ProblemText problem={problem} />
      </div>
      <OperatorOnly>
        {canResend && status !== 'sending' && (
          <div class="actions">
            <button
              type="button"
              class="button button--small"
              aria-disabled={isBusy}
              aria-label={`Send again ${event_id}`}
              onClick={() => void submit(() => resendDelivery(delivery_id))}
            >
              Send again
            </button>
          </div>
        )}
      </OperatorOnly>
    </li>
  );
}
