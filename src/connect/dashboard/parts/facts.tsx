import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';

/** A list of names with their values, in the order of the object's keys. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
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
