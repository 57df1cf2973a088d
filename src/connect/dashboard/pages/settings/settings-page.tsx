import { useApplication } from '../../dashboard-context.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { AddressSection } from './address-section.tsx';
import { useConsentPreview } from './consent-preview.tsx';
import { DeleteSection } from './delete-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { ConsentSection, DetailsSection, LimitsSection } from './settings-sections.tsx';

/** The forms that change the settings of an application, and the button that deletes the application. */
export function SettingsPage() {
  const { application } = useApplication();
  const isLive = application.environment === 'live';
  const { preview, around } = useConsentPreview(application);
  return (
    <>
      {application.source === 'file' && (
        <p class="note note--test">
          Set by APPLICATIONS_FILE: details, logo, consent and limits. Change them there, and
          restart the service. The next start also sets secret, redirect URIs and origins as in the
          file, and brings back the application when it has been deleted.
        </p>
      )}
      <div class="columns columns--previewed" {...around}>
        <DetailsSection />
        <OperatorOnly>
          <LogoSection />
        </OperatorOnly>
        <ConsentSection />
        {preview}
        <ProvidersSection />
        <LimitsSection />
        <AddressSection
          list="redirect-uris"
          lead="Where the redirect flow may return to. Compared character by character; on localhost any port."
          none="None yet. Without one only the embedded flow works."
        />
        <AddressSection
          list="origins"
          lead={
            isLive
              ? 'Which sites may show Connect inside their pages.'
              : 'Which sites may show Connect inside their pages. Pages on localhost always may.'
          }
          none={
            isLive
              ? 'None yet, so no public site can embed this application: only pages on localhost can.'
              : 'None yet: only pages on localhost can embed this application.'
          }
        />
        <OperatorOnly>
          <DeleteSection />
        </OperatorOnly>
      </div>
    </>
  );
}
