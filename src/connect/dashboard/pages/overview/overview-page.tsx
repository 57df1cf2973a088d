import { useEffect } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { Section } from '../../parts/section.tsx';
import { Usage } from '../../parts/usage.tsx';
import { CredentialsSection } from './credentials-section.tsx';
import { GoLiveSection } from './go-live-section.tsx';
import { HealthSection } from './health-section.tsx';
import { QuickstartSection } from './quickstart-section.tsx';

/** The overview of an application: health, credentials, use, and the steps that are missing. */
export function OverviewPage({ application }: { readonly application: Application }) {
  const { accounts, searchAccounts } = useDashboard();
  const { client_id: clientId, flows, submissions } = application;
  const shown = accounts.value;
  const isConnected = flows.some(({ outcome }) => outcome === 'code_exchanged');

  // Loads the number of accounts. If that fails, the page still shows everything else.
  useEffect(() => void searchAccounts({ search: '', isInNeed: false }), []);

  return (
    <>
      <HealthSection application={application} />
      <CredentialsSection application={application} />
      <Section id="use" title="Use">
        <dl class="facts">
          <div class="facts__row">
            <dt>Test sign-ins</dt>
            <dd>
              <Usage submissions={submissions} />
            </dd>
          </div>
          <div class="facts__row">
            <dt>Connected accounts</dt>
            <dd>
              <RouteLink to={{ view: 'application', clientId, page: 'accounts' }}>
                {shown === null ? 'Show' : formatNumber(shown.list.length)}
                {shown?.next && ' or more'}
              </RouteLink>
            </dd>
          </div>
        </dl>
      </Section>
      <GoLiveSection
        application={application}
        hasAccount={isConnected || (shown !== null && shown.list.length > 0)}
      />
      <QuickstartSection application={application} />
    </>
  );
}
