import { useState } from 'preact/hooks';
import { formatSettings, type GalleryProps } from './settings.ts';

const widths = [320, 480, 768];

/** Shows the Connect page in a frame, beside the list of screens. A modal is shown over the whole window instead. */
export function Stage({ settings }: GalleryProps) {
  const [width, setWidth] = useState(480);
  const { screen } = settings.value;
  if (!screen?.startsWith('page-')) {
    return (
      <aside class="stage stage--empty" aria-label="Stage">
        <p>The modal opens over this page. Pages on their own appear here.</p>
      </aside>
    );
  }
  const address = `./page${formatSettings(settings.value)}`;
  return (
    <aside class="stage" aria-label="Stage">
      <p class="stage__bar">
        {widths.map((choice) => (
          <button
            type="button"
            key={choice}
            aria-pressed={choice === width}
            onClick={() => setWidth(choice)}
          >
            {choice} px
          </button>
        ))}
        <a href={address} target="_blank" rel="noreferrer">
          On its own
        </a>
      </p>
      {/* The `key` creates a new frame for each URL, because changing only the fragment does not reload a frame. */}
      <iframe key={address} title={screen} src={address} style={{ inlineSize: `${width}px` }} />
    </aside>
  );
}
