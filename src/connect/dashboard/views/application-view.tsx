import type { Application } from '../../shapes/dashboard-answers.ts';
import { useDashboard } from '../dashboard-context.ts';
import { AccountsSection } from '../parts/accounts-section.tsx';
import { AddressSection } from '../parts/address-section.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { DeleteSection } from '../parts/delete-section.tsx';
import { EnvironmentBadge } from '../parts/environment-badge.tsx';
import { FlowsSection } from '../parts/flows-section.tsx';
import { Loading } from '../parts/loading.tsx';
import { QuickstartSection } from '../parts/quickstart-section.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { SecretSection } from '../parts/secret-section.tsx';
import { type SectionLink, SectionLinks } from '../parts/section-links.tsx';
import { SettingsSection } from '../parts/settings-section.tsx';
import { Usage } from '../parts/usage.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

/** Everything about one application. */
export function ApplicationView() {
  const { application } = useDashboard();
  const shown = application.value;
  return (
    <div class="view">
      <p class="crumbs">
        <RouteLink to={{ view: 'applications' }}>All applications</RouteLink>
      </p>
      {shown === null ? <Loading /> : <Sections application={shown} />}
    </div>
  );
}

const sections: readonly SectionLink[] = [
  { id: 'secret-title', title: 'Client secret' },
  { id: 'redirect-uris-title', title: 'Redirect URIs' },
  { id: 'origins-title', title: 'Embedding origins' },
  { id: 'accounts-title', title: 'Accounts' },
  { id: 'flows-title', title: 'Last flows' },
  { id: 'quickstart-title', title: 'Quickstart' },
  { id: 'settings-title', title: 'Settings' },
  { id: 'delete-title', title: 'Delete' },
];

function Sections({ application }: { readonly application: Application }) {
  const { name, environment, redirect_uris, origins, refused_origins } = application;
  return (
    <>
      <div class="view__head">
        <ViewTitle>{name}</ViewTitle>
        <EnvironmentBadge environment={environment} />
      </div>
      <Facts application={application} />
      <SectionLinks links={sections} />
      <SecretSection application={application} />
      <AddressSection
        application={application}
        list="redirect-uris"
        title="Redirect URIs"
        lead="Where the redirect flow may return to. Compared character by character; on localhost any port."
        addresses={redirect_uris}
        none="None yet. Without one only the embedded flow works."
        noun="redirect URI"
        placeholder="https://app.your-domain/connect/callback"
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
        refused={refused_origins}
        none={
          environment === 'live'
            ? 'None yet, so no public site can embed this application: only pages on localhost can.'
            : 'None yet: only pages on localhost can embed this application.'
        }
        noun="embedding origin"
        placeholder="https://app.your-domain"
      />
      <AccountsSection />
      <FlowsSection application={application} />
      <QuickstartSection application={application} />
      <SettingsSection application={application} />
      <DeleteSection application={application} />
    </>
  );
}

function Facts({ application }: { readonly application: Application }) {
  const { client_id, submissions, source } = application;
  return (
    <div class="card">
      {source === 'file' && (
        <p class="note note--test">
          APPLICATIONS_FILE registers this application: the next start of the service brings back
          what the file says about its name, logo, secret, sign-in limit, redirect URIs and origins,
          and the application itself when it has been deleted.
        </p>
      )}
      <dl class="facts">
        <div class="facts__row">
          <dt>Client ID</dt>
          <dd class="copyable">
            <code class="mono">{client_id}</code>
            <CopyButton text={client_id} what="client ID" />
          </dd>
        </div>
        <div class="facts__row">
          <dt>Test sign-ins</dt>
          <dd>
            <Usage submissions={submissions} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
