import type { ComponentChildren } from 'preact';
import { Icon } from '../../../kit/icon.tsx';
import { UnbrokenText } from '../../../kit/unbroken-text.tsx';

export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
}

export function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="facts__lines">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" class="facts__tick" />
          <span>
            <UnbrokenText text={line} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A short list of rows, each with a name and a value, on one line if they fit. */
export function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <dl class="facts">
      {rows.map(({ name, value }) => (
        <div class="facts__row" key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
