import { LiveText } from '../../../../kit/live-text.tsx';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { formatReference } from '../../../shapes/reference.ts';
import { useApplication } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { type Failure, findHealth, type Health } from '../../parts/integration-health.ts';
import { FixLink, RouteLink } from '../../parts/route-link.tsx';
import { Time } from '../../parts/values.tsx';

/** The title of each state, and the mark before it, as of a step. */
const states = {
  works: { title: 'Your integration works', mark: 'done' },
  fails: { title: 'Your integration needs a change', mark: 'problem' },
  unknown: { title: 'No account was connected in the last day', mark: 'open' },
} as const;

export function HealthSection() {
  const { application } = useApplication();
  const health = findHealth(application);
  const { failures } = health;
  const { title, mark } = states[health.state];
  return (
    <section class="card" aria-labelledby="health-title">
      <h2 class={`step step--${mark}`} id="health-title">
        <span class="step__text">
          <LiveText text={title} />
        </span>
      </h2>
      <p class="muted">
        <LiveText text={describeHealth(health, application)} />
      </p>
      {failures.length > 0 && (
        <ul aria-label="Last failures">
          {failures.map((failure) => (
            <FailureRow key={failure.text} failure={failure} />
          ))}
        </ul>
      )}
    </section>
  );
}

function describeHealth({ state, lastSuccess, failures }: Health, { flows }: Application): string {
  if (lastSuccess) {
    const { started_at, provider, host } = lastSuccess;
    const when = started_at === null ? '' : ` on ${formatTime(started_at)}`;
    return `The last account was connected${when}: ${provider ?? 'unknown provider'}, from ${host ?? 'an unknown host'}.`;
  }
  if (state === 'fails') return 'No account was connected in the last day. This is why:';
  if (failures.length > 0) return 'These flows failed, but not because of your integration:';
  if (flows.length > 0) return 'People opened Connect, but none of them has finished.';
  return 'No flow has started in the last day. The quickstart below starts one.';
}

function FailureRow({ failure }: { readonly failure: Failure }) {
  const { text, advice, fix, at, reference, count, isOwn } = failure;
  return (
    <li class={isOwn ? 'row step step--problem' : 'row step'}>
      <div class="step__text">
        <strong>{text}</strong>
        <span class="detail">
          {advice} {fix && <FixLink fix={fix} />}
        </span>
      </div>
      <div class="row muted">
        {at !== null && <Time at={at} />}
        {count > 1 && <LiveText text={`${count} flows`} />}
        {reference !== null && (
          <RouteLink to={{ view: 'reference', reference }} class="mono">
            {formatReference(reference)}
          </RouteLink>
        )}
      </div>
    </li>
  );
}
