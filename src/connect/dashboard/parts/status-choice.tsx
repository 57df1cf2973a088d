import { formatNumber } from '../format.ts';

export interface StatusChoiceProps<Status extends string> {
  readonly all: Readonly<Record<Status, { readonly text: string }>>;
  readonly chosen: Status | null;
  /** The number of rows with a status, or with any; undefined if they are not counted. */
  readonly count?: (status: Status | null) => number | undefined;
  readonly onChoose: (status: Status | null) => void;
}

export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { all, chosen, count, onChoose } = props;
  const statuses = Object.keys(all) as Status[];
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">Status</legend>
      {[null, ...statuses].map((status) => {
        const counted = count?.(status);
        return (
          <button
            key={status}
            type="button"
            class="choice"
            aria-pressed={status === chosen}
            onClick={() => onChoose(status)}
          >
            {status === null ? 'All' : all[status].text}
            {counted !== undefined && <span class="choice__count"> {formatNumber(counted)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
