import { Controls } from './controls.tsx';
import { modalGroups } from './modal-screen-types.ts';
import { modalScreens } from './modal-screens.ts';
import { pageStates } from './page-states.ts';
import { formatSettings, type GalleryProps, type GallerySettings } from './settings.ts';
import { Stage } from './stage.tsx';

interface Link {
  readonly id: string;
  readonly title: string;
}

const groups: readonly { readonly title: string; readonly links: readonly Link[] }[] = [
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

function Group(props: { title: string; links: readonly Link[]; settings: GallerySettings }) {
  const { title, links, settings } = props;
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
