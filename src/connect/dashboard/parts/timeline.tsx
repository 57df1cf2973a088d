import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';
import { Time } from './values.tsx';

export interface TimelineStep {
  readonly state: 'done' | 'problem' | 'ahead';
  readonly text: string;
  readonly detail?: ComponentChildren;
  /** When the step was taken, or is due, in milliseconds since the epoch; null when the time is not known. */
  readonly at: number | null;
  /** The time from which the step is counted, such as "+12 s". By default, its time of day is shown. */
  readonly since?: number | null;
}

const stateTexts = { done: 'Done', problem: 'Problem', ahead: 'Not reached' } as const;

export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol class="timeline">
      {steps.map(({ state, text, detail, at, since }, index) => (
        <li key={`${index} ${state} ${text}`} class={`row step step--${state}`}>
          <span class="step__text">
            <span class="visually-hidden">{stateTexts[state]}: </span>
            <LiveText text={text} />
            {detail && <span class="detail">{detail}</span>}
          </span>
          {at !== null && <Time at={at} since={since} />}
        </li>
      ))}
    </ol>
  );
}
