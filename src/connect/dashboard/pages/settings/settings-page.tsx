import { OperatorOnly, useApplication } from '../../dashboard-context.ts';
import { AddressSection } from './address-section.tsx';
import { useConsentPreview } from './consent-preview.tsx';
import { DeleteSection } from './delete-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { ConsentSection, DetailsSection, LimitsSection } from './settings-sections.tsx';

/** The sections before the preview change what people see on the consent screen. The one that loses most is the last. */
export function SettingsPage() {
  const { application } = useApplication();
  const { preview, around } = useConsentPreview(application);
  return (
    <>
      {application.source === 'file' && (
        <p class="note">
          A file sets up this application at each start, so change its fields there, in
          APPLICATIONS_FILE. Choose its providers here. Addresses that you add here last until the
          next start.
        </p>
      )}
      <div class="stack previewed" {...around}>
        <div class="stack">
          <DetailsSection />
          <LogoSection />
          <ConsentSection />
        </div>
        {preview}
      </div>
      <ProvidersSection />
      <AddressSection list="redirect-uris" />
      <AddressSection list="origins" />
      <LimitsSection />
      <OperatorOnly>
        <DeleteSection />
      </OperatorOnly>
    </>
  );
}
