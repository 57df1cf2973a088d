import { useEffect, useRef } from 'preact/hooks';
import { TextField, type TextFieldProps } from '../../parts/text-field.tsx';

/** A text field for a colour, with a swatch that shows the colour and opens the browser's colour picker. */
export function ColorField(props: Omit<TextFieldProps, 'type' | 'inputRef' | 'children'>) {
  const text = useRef<HTMLInputElement>(null);
  const swatch = useRef<HTMLInputElement>(null);
  const showText = () => {
    const typed = text.current?.value.trim() ?? '';
    if (!swatch.current) return;
    swatch.current.value = /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : defaultAccent;
  };
  const handleInput = ({ target }: Event) => {
    if (target !== swatch.current) showText();
    else if (text.current && swatch.current) text.current.value = swatch.current.value;
  };
  useEffect(showText, [props.id, props.initial]);
  return (
    <div onInput={handleInput}>
      <TextField {...props} inputRef={text}>
        <input
          class="swatch"
          type="color"
          aria-label={`${props.label}, as a colour`}
          ref={swatch}
        />
      </TextField>
    </div>
  );
}

/** The accent of Connect pages without an own one, as in `tokens.css`. */
const defaultAccent = '#2f5bea';
