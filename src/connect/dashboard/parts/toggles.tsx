/** Values of which any number can be chosen. */
interface TogglesProps<Value extends string> {
  readonly legend: string;
  /** Each value, and the text of its button. */
  readonly all: ReadonlyMap<Value, string>;
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** A button for each value, pressed while the value is chosen. */
export function Toggles<Value extends string>({
  legend,
  all,
  chosen,
  onChange,
}: TogglesProps<Value>) {
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset class="choices choices--toggles">
      <legend>{legend}</legend>
      {[...all].map(([value, text]) => (
        <button
          key={value}
          type="button"
          class="choice"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
