import { useEffect, useRef } from 'preact/hooks';
import { TextField, type TextFieldProps } from '../../parts/text-field.tsx';

/** A text field for a colour, with a swatch that shows the colour and opens the browser's colour picker. */
export function ColorField(props: Omit<TextFieldProps, 'type' | 'children'>) {
  const box = useRef<HTMLDivElement>(null);
  const synchronize = (changed?: EventTarget | null) => {
    const [text, swatch] = box.current?.querySelectorAll('input') ?? [];
    if (!text || !swatch) return;
    if (changed === swatch) {
      text.value = swatch.value;
      return;
    }
    const typed = text.value.trim();
    swatch.value = /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : defaultAccent;
  };
  useEffect(() => synchronize(), [props.id, props.initial]);
  return (
    <div ref={box} onInput={({ target }) => synchronize(target)}>
      <TextField {...props} type="color">
        <input class="field__box swatch" type="color" aria-label={`${props.label}, as a colour`} />
      </TextField>
    </div>
  );
}

/** The accent of Connect pages without an own one, as in `tokens.css`. */
const defaultAccent = '#2f5bea';
