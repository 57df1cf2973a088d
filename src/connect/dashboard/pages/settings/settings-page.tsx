import { OperatorOnly, useApplication } from '../../dashboard-context.ts';
import { AddressSection } from './address-section.tsx';
import { useConsentPreview } from './consent-preview.tsx';
import { DeleteSection } from './delete-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { ConsentSection, DetailsSection, LimitsSection } from './settings-sections.tsx';

/** The sections that the navigation links to. Deleting has no link, because readers cannot delete. */
export const settingsSections = {
  details: 'Details',
  'logo-section': 'Logo',
  consent: 'Consent terms',
  providers: 'Providers offered',
  'redirect-uris': 'Redirect URIs',
  origins: 'Embedding origins',
  limits: 'Limits',
} as const;

/** The sections before the preview change what people see on the consent screen. The one that loses most is the last. */
export function SettingsPage() {
  const { application } = useApplication();
  const { preview, around } = useConsentPreview(application);
  return (
    <>
      {application.source === 'file' && (
        <p class="note">
          Set by APPLICATIONS_FILE, but for the providers. Change it there, and restart the service.
          Each start sets the addresses and the secret again, and brings the application back.
        </p>
      )}
      <div class="stack previewed" {...around}>
        <div class="stack">
          <DetailsSection />
          <LogoSection />
          <ConsentSection />
        </div>
        {preview}
        <div class="stack">
          <ProvidersSection />
          <AddressSection list="redirect-uris" />
          <AddressSection list="origins" />
          <LimitsSection />
          <OperatorOnly>
            <DeleteSection />
          </OperatorOnly>
        </div>
      </div>
    </>
  );
}
