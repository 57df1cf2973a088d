import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';

export interface CheckProps {
  readonly type: 'checkbox' | 'radio';
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onChange?: () => void;
}

/** A checkbox or a radio button with its label. Forms read the checked state from the input element. */
export function Check({ type, id, name, value, label, hint, isChecked, onChange }: CheckProps) {
  const { takeEdit } = useDashboard();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const edit = takeEdit(id);
    if (typeof edit !== 'boolean' || !input.current) return;
    input.current.checked = edit;
    onChange?.();
  }, [id]);
  return (
    <label class="check">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        ref={input}
        defaultChecked={isChecked}
        onChange={onChange}
      />
      <span>
        {label}
        {hint && <span class="check__hint">{hint}</span>}
      </span>
    </label>
  );
}

export interface ChecksProps {
  readonly name: string;
  readonly legend: ComponentChildren;
  /** The label of each value. */
  readonly all: ReadonlyMap<string, string>;
  readonly chosen: readonly string[];
}

/** A group with a checkbox for each value. */
export function Checks({ name, legend, all, chosen }: ChecksProps) {
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {[...all].map(([value, label]) => (
        <Check
          key={value}
          type="checkbox"
          id={`${name}-${value}`}
          name={name}
          value={value}
          label={label}
          isChecked={chosen.includes(value)}
        />
      ))}
    </fieldset>
  );
}

export interface AllOrOnlyProps extends Omit<ChecksProps, 'chosen'> {
  readonly allLabel: string;
  /** The initially chosen values, or null if "all" is chosen. */
  readonly chosen: readonly string[] | null;
}

/** Two radio buttons: all values, or only some. When the second one is chosen, a checkbox is shown for each value. */
export function AllOrOnly({ name, legend, allLabel, all, chosen }: AllOrOnlyProps) {
  const extent = `${name}-extent`;
  return (
    <fieldset class="checks all-or-only">
      <legend>{legend}</legend>
      <Check
        type="radio"
        id={`${extent}-all`}
        name={extent}
        value="all"
        label={allLabel}
        isChecked={chosen === null}
      />
      <Check
        type="radio"
        id={`${extent}-only`}
        name={extent}
        value="only"
        label="Only these"
        isChecked={chosen !== null}
      />
      <Checks
        name={name}
        legend={<span class="visually-hidden">Only these</span>}
        all={all}
        chosen={chosen ?? []}
      />
    </fieldset>
  );
}

/** @returns the values chosen in a form's {@link AllOrOnly}, or null if "all" is chosen */
export function readAllOrOnly(data: FormData, name: string): readonly string[] | null {
  return data.get(`${name}-extent`) === 'only' ? data.getAll(name).map(String) : null;
}
