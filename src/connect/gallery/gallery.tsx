import { useState } from 'preact/hooks';
import { modalGroups } from './modal-screen-types.ts';
import { modalScreens } from './modal-screens.ts';
import { pageStates } from './page-states.ts';
import { choices, formatSettings, type GalleryProps, type GallerySettings } from './settings.ts';

interface GroupOfScreens {
  readonly title: string;
  readonly links: readonly { readonly id: string; readonly title: string }[];
}

const groups: readonly GroupOfScreens[] = [
  ...modalGroups.map((title) => ({
    title,
    links: [...modalScreens].flatMap(([id, screen]) =>
      screen.group === title ? [{ id, title: screen.title }] : [],
    ),
  })),
  {
    title: 'The page on its own',
    links: [...pageStates].map(([id, state]) => ({ id: `page-${id}`, title: state.title })),
  },
];

export function Gallery(props: GalleryProps) {
  const count = groups.reduce((sum, { links }) => sum + links.length, 0);
  return (
    <>
      <header class="top">
        <h1>Every screen of Connect</h1>
        <p>
          {count} states without a service. The modal is drawn by the real SDK, which talks to a
          scripted Connect page on another origin; the page’s own screens are its own views. Close
          the modal to come back here; every state has an address of its own.
        </p>
      </header>
      <Controls {...props} />
      <div class="columns">
        <main>
          {groups.map(({ title, links }) => (
            <Group key={title} title={title} links={links} settings={props.settings.value} />
          ))}
        </main>
        <Stage {...props} />
      </div>
    </>
  );
}

function Group({ title, links, settings }: GroupOfScreens & { settings: GallerySettings }) {
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="count">{links.length}</span>
      </h2>
      <ul class="screens">
        {links.map((link) => (
          <li key={link.id}>
            <a
              href={formatSettings({ ...settings, screen: link.id })}
              aria-current={settings.screen === link.id}
            >
              {link.title}
              <code>{link.id}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Window sizes in CSS pixels, to try the modal in. The modal fills its window, so it needs a window of each size. */
const sizes = ['320×720', '390×844', '568×320', '768×1024', '1280×800'];

const labels = {
  theme: 'Theme',
  locale: 'Language',
  dir: 'Direction around',
  surface: 'Page as',
  texts: 'Consent by',
};

function Controls({ settings, onChange }: GalleryProps) {
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

const widths = [320, 480, 768];

/** Shows the Connect page in a frame, beside the list of screens. A modal is shown over the whole window instead. */
function Stage({ settings }: GalleryProps) {
  const [width, setWidth] = useState(480);
  const { screen } = settings.value;
  if (!screen?.startsWith('page-')) {
    return (
      <aside class="stage" aria-label="Stage">
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
