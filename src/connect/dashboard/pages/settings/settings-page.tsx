import type { Application } from '../../../shapes/dashboard-answers.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { AddressSection } from './address-section.tsx';
import { useConsentPreview } from './consent-preview.tsx';
import { ConsentSection } from './consent-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { ProvidersSection } from './providers-section.tsx';

/** The forms that change the settings of an application, and the button that deletes the application. */
export function SettingsPage({ application }: { readonly application: Application }) {
  const { environment, source, redirect_uris, origins } = application;
  const { refused_origins, refused_redirect_uris } = application;
  const { preview, around } = useConsentPreview(application);
  return (
    <>
      {source === 'file' && (
        <p class="note note--test">
          Set by APPLICATIONS_FILE: details, logo, consent and limits. The next start also sets
          secret, redirect URIs and origins as in the file, and brings back the application when it
          has been deleted.
        </p>
      )}
      <div class="columns columns--previewed" {...around}>
        <DetailsSection application={application} />
        <OperatorOnly>
          <LogoSection application={application} />
        </OperatorOnly>
        <ConsentSection application={application} />
        {preview}
        <ProvidersSection application={application} />
        <LimitsSection application={application} />
        <AddressSection
          application={application}
          list="redirect-uris"
          title="Redirect URIs"
          lead="Where the redirect flow may return to. Compared character by character; on localhost any port."
          addresses={redirect_uris}
          refused={refused_redirect_uris.map(({ redirect_uri, ...refused }) => ({
            ...refused,
            address: redirect_uri,
          }))}
          none="None yet. Without one only the embedded flow works."
          placeholder="https://app.your-domain/callback"
        />
        <AddressSection
          application={application}
          list="origins"
          title="Embedding origins"
          lead={
            environment === 'live'
              ? 'Which sites may show Connect inside their pages.'
              : 'Which sites may show Connect inside their pages. Pages on localhost always may.'
          }
          addresses={origins}
          refused={refused_origins.map(({ origin, ...refused }) => ({
            ...refused,
            address: origin,
          }))}
          none={
            environment === 'live'
              ? 'None yet, so no public site can embed this application: only pages on localhost can.'
              : 'None yet: only pages on localhost can embed this application.'
          }
          placeholder="https://app.your-domain"
        />
        <OperatorOnly>
          <DeleteSection application={application} />
        </OperatorOnly>
      </div>
    </>
  );
}
