export interface StatusChoiceProps<Status extends string> {
  readonly texts: Readonly<Record<Status, string>>;
  /** The chosen status, or null for all. */
  readonly chosen: Status | null;
  readonly onChoose: (status: Status | null) => void;
}

/** A button for each status, and one for all. */
export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { texts, chosen, onChoose } = props;
  const statuses = Object.keys(texts) as Status[];
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">Status</legend>
      {[null, ...statuses].map((status) => (
        <button
          key={status}
          type="button"
          class="choice"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status)}
        >
          {status === null ? 'All' : texts[status]}
        </button>
      ))}
    </fieldset>
  );
}
