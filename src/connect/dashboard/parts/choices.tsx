import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';
import { formatNumber, formatShare } from '../format.ts';

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

export interface ChecksProps<Value extends string> {
  readonly type?: 'checkbox' | 'radio';
  readonly name: string;
  readonly legend: ComponentChildren;
  readonly all: readonly Option<Value>[];
  /** The values that are checked at first. */
  readonly chosen: readonly Value[];
  readonly onChange?: (value: Value) => void;
  readonly children?: ComponentChildren;
}

export function Checks<Value extends string>(props: ChecksProps<Value>) {
  const { legend, all, children } = props;
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {all.map((option) => (
        <Check key={option.value} group={props} option={option} />
      ))}
      {children}
    </fieldset>
  );
}

interface CheckProps<Value extends string> {
  readonly group: ChecksProps<Value>;
  readonly option: Option<Value>;
}

function Check<Value extends string>({ group, option }: CheckProps<Value>) {
  const { type = 'checkbox', name, chosen, onChange } = group;
  const { value, label, hint } = option;
  const { takeEdit } = useDashboard();
  const id = `${name}-${value}`;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const edit = takeEdit(id);
    if (typeof edit !== 'boolean' || !input.current) return;
    input.current.checked = edit;
    if (edit) onChange?.(value);
  }, [id]);
  return (
    <label class="check">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        ref={input}
        defaultChecked={chosen.includes(value)}
        onChange={() => onChange?.(value)}
      />
      <span>
        {label}
        {hint && <span class="detail">{hint}</span>}
      </span>
    </label>
  );
}

export interface AllOrOnlyProps extends Pick<ChecksProps<string>, 'name' | 'legend' | 'all'> {
  readonly allLabel: string;
  readonly chosen: readonly string[] | null;
}

/** Two radio buttons: all values, or only some. When the second one is chosen, a checkbox is shown for each value. */
export function AllOrOnly({ name, legend, allLabel, all, chosen }: AllOrOnlyProps) {
  return (
    <Checks
      type="radio"
      name={`${name}-extent`}
      legend={legend}
      all={[
        { value: 'all', label: allLabel },
        { value: 'only', label: 'Only these' },
      ]}
      chosen={[chosen === null ? 'all' : 'only']}
    >
      <Checks
        name={name}
        legend={<span class="visually-hidden">Only these</span>}
        all={all}
        chosen={chosen ?? []}
      />
    </Checks>
  );
}

export function readAllOrOnly(data: FormData, name: string): readonly string[] | null {
  return data.get(`${name}-extent`) === 'only' ? data.getAll(name).map(String) : null;
}

export interface StatusChoiceProps<Status extends string> {
  readonly legend?: string;
  /** The button for rows of any status; null for none. */
  readonly any?: string | null;
  /** Set if each status is a step after the one before. The counts then have percentages. */
  readonly isFunnel?: boolean;
  readonly all: Readonly<Record<Status, { readonly text: string }>>;
  /** A status, or '' for any. */
  readonly chosen: string;
  /** The number of rows with a status, or with any; undefined if they are not counted. */
  readonly count?: (status: Status | '') => number | undefined;
  readonly onChoose: (status: Status | '') => void;
}

export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { legend = 'Status', any = 'All', isFunnel, all, chosen, count, onChoose } = props;
  const statuses: (Status | '')[] = Object.keys(all) as Status[];
  if (any !== null) statuses.unshift('');
  return (
    <fieldset class={isFunnel ? 'choices choices--funnel' : 'choices'}>
      <legend class="visually-hidden">{legend}</legend>
      {statuses.map((status) => {
        const counted = count?.(status);
        return (
          <button
            key={status}
            type="button"
            class="choice"
            aria-pressed={status === chosen}
            style={isFunnel ? { '--share': (counted ?? 0) / (count?.('') || 1) } : {}}
            onClick={() => onChoose(status)}
          >
            {status === '' ? any : all[status].text}
            {counted !== undefined && (
              <span class="choice__count">
                {' '}
                {formatNumber(counted)}
                {isFunnel && status && ` (${formatShare(counted, count?.(''))})`}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
