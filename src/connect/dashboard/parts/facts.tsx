import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';

export interface FactsProps {
  readonly facts: Readonly<Record<string, ComponentChildren>>;
}

/** A list of names with their values, in the order of the object's keys. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => (
        <div class="facts__row" key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <LiveText text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
