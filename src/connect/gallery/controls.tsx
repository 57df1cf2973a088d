import { useState } from 'preact/hooks';
import { choices, type GalleryProps, type GallerySettings } from './settings.ts';

/** Window sizes in CSS pixels, to try the modal in. The modal fills its window, so it needs a window of each size. */
const sizes = ['320×720', '390×844', '568×320', '768×1024', '1280×800'];

const labels = {
  theme: 'Theme',
  locale: 'Language',
  dir: 'Direction around',
  surface: 'Page as',
  texts: 'Consent by',
};

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

/** The value is not checked here, because `parseSettings` checks it in the URL. */
function pick(name: keyof typeof choices, value: string): Partial<GallerySettings> {
  return { [name]: value };
}

/** A list of window sizes, and a button that opens the current URL in a window of the chosen size. */
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
