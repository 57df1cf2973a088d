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

/** A checkbox or a radio button with its label. The element itself keeps the checked state. */
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
  /** Each value with its label. */
  readonly all: ReadonlyMap<string, string>;
  readonly chosen: readonly string[];
}

/** A checkbox for each value. */
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

/** @returns the values of a form's checked boxes, or of its chosen radio button, with a name */
export function readChecked(form: HTMLFormElement | null, name: string): readonly string[] {
  const checked = form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`) ?? [];
  return [...checked].map(({ value }) => value);
}

export interface AllOrOnlyProps extends Omit<ChecksProps, 'chosen'> {
  readonly allLabel: string;
  /** The chosen values, or null for all. */
  readonly chosen: readonly string[] | null;
}

/** Two radio buttons. The second one shows a checkbox for each value. */
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

/** @returns the values of a form's `AllOrOnly`, or null for all */
export function readAllOrOnly(form: HTMLFormElement | null, name: string) {
  return readChecked(form, `${name}-extent`)[0] === 'only' ? readChecked(form, name) : null;
}
