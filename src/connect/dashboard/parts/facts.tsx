import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';

export interface FactsProps {
  readonly facts: Readonly<Record<string, ComponentChildren>>;
  /** The layout. `record` puts each value next to its name; by default, values are at the end of the line. */
  readonly kind?: 'record';
}

/** A list of names with their values, in the order of the object's keys. */
export function Facts({ facts, kind }: FactsProps) {
  return (
    <dl class={kind ? `facts facts--${kind}` : 'facts'}>
      {Object.entries(facts).map(([name, value]) => (
        <div class="facts__row" key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <LiveText text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
