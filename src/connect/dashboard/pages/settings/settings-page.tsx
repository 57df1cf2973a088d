import type { ComponentChildren } from 'preact';
import { useApplication, useIsReader } from '../../dashboard-context.ts';
import { Navigation } from '../../parts/route-link.tsx';
import { AddressSection } from './address-section.tsx';
import { useConsentPreview } from './consent-preview.tsx';
import { DeleteSection } from './delete-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { ConsentSection, DetailsSection, LimitsSection } from './settings-sections.tsx';

/** The sections of each tab by their IDs. A URL with one of the IDs as its fragment shows the tab. */
const tabs: Readonly<Record<string, Readonly<Record<string, () => ComponentChildren>>>> = {
  Details: { details: DetailsSection, 'logo-section': LogoSection },
  'Consent terms': { consent: ConsentSection },
  'Providers offered': { providers: ProvidersSection },
  Addresses: {
    'redirect-uris': () => <AddressSection list="redirect-uris" />,
    origins: () => <AddressSection list="origins" />,
  },
  Limits: { limits: LimitsSection },
  Delete: { delete: DeleteSection },
};

const locked = 'Set by APPLICATIONS_FILE. Change it there, and restart the service.';

/** Said on the tabs of an application of APPLICATIONS_FILE. */
const fileNotes: Readonly<Record<string, string>> = {
  Details: locked,
  'Consent terms': locked,
  Limits: locked,
  Addresses: 'The next start of the service sets them, and the secret, as in APPLICATIONS_FILE.',
  Delete: 'The next start of the service brings it back from APPLICATIONS_FILE.',
};

/** The tabs that change what people see on the consent screen. */
const previewed = ['Details', 'Consent terms'];

export function SettingsPage() {
  const { application, clientId, route } = useApplication();
  const { section = '' } = route;
  const isReader = useIsReader();
  const shown = Object.entries(tabs).filter(([tab]) => tab !== 'Delete' || !isReader);
  const [current] = shown.find(([, sections]) => section in sections) ?? ['Details'];
  const links = shown.map(([title, sections]) => {
    const [first] = Object.keys(sections);
    const to = { view: 'application', clientId, page: 'settings', section: first } as const;
    return { title, to, isCurrent: title === current };
  });
  return (
    <>
      <Navigation label="Settings" class="nav tabs" links={links} />
      {application.source === 'file' && fileNotes[current] && (
        <p class="note" key={current}>
          {fileNotes[current]}
        </p>
      )}
      <Sections key={current} tab={current} />
    </>
  );
}

function Sections({ tab }: { readonly tab: string }) {
  const { preview, around } = useConsentPreview(useApplication().application);
  const hasPreview = previewed.includes(tab);
  return (
    <div class={hasPreview ? 'stack settings columns' : 'stack settings'} {...around}>
      <div class="stack">
        {Object.entries(tabs[tab] ?? {}).map(([id, Contents]) => (
          <Contents key={id} />
        ))}
      </div>
      {hasPreview && preview}
    </div>
  );
}
