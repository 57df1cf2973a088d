/** A name and its value. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Beside the value, in quieter type. */
  readonly detail?: string | null;
}

/** A short list of facts, each on one line if it fits. */
export function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <dl class="facts">
      {rows.map(({ name, value, detail }) => (
        <div class="facts__row" key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
            {detail && <bdi class="facts__detail">{detail}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
