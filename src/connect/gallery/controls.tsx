import { useState } from 'preact/hooks';
import { choices, type GalleryProps, type GallerySettings } from './settings.ts';

/** Useful window sizes in CSS pixels. A modal cannot be narrower than its window. */
const sizes = ['320×720', '390×844', '568×320', '768×1024', '1280×800'];

const labels = {
  theme: 'Theme',
  locale: 'Language',
  dir: 'Direction around',
  surface: 'Page as',
  texts: 'Consent by',
};

/** The settings of the gallery, which are kept in the address. */
export function Controls({ settings, onChange }: GalleryProps) {
  return (
    <form class="controls" aria-label="How screens are shown">
      {(['theme', 'locale', 'dir', 'surface', 'texts'] as const).map((name) => (
        <label key={name}>
          {labels[name]}
          <select
            value={settings.value[name]}
            onChange={(event) => onChange(pick(name, event.currentTarget.value))}
          >
            {choices[name].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      ))}
      <WindowOpener />
    </form>
  );
}

/** The value is not checked here, because parsing the address checks it. */
function pick(name: keyof typeof choices, value: string): Partial<GallerySettings> {
  return { [name]: value };
}

/** Opens the same address in a window of a chosen size. */
function WindowOpener() {
  const [size, setSize] = useState(sizes[0]);
  const openWindow = () => {
    const [width, height] = (size ?? '').split('×');
    window.open(window.location.href, 'gallery', `popup,width=${width},height=${height}`);
  };
  return (
    <>
      <label>
        Window
        <select value={size} onChange={(event) => setSize(event.currentTarget.value)}>
          {sizes.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      <button type="button" onClick={openWindow}>
        Open in a window of that size
      </button>
    </>
  );
}
