export interface StatusChoiceProps<Status extends string> {
  readonly texts: Readonly<Record<Status, string>>;
  /** The chosen status, or null for all. */
  readonly chosen: Status | null;
  readonly onChoose: (status: Status | null) => void;
}

/** Buttons that limit a list to the rows with one status, and a button that shows all rows. */
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
