import { LiveText } from '../../../../kit/live-text.tsx';
import { api, type Page } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { Section } from '../../parts/section.tsx';
import { Facts, Usage } from '../../parts/values.tsx';
import { useData } from '../../use-data.ts';
import { CredentialsSection } from './credentials-section.tsx';
import { GoLiveSection } from './go-live-section.tsx';
import { HealthSection } from './health-section.tsx';
import { QuickstartSection } from './quickstart-section.tsx';

export function OverviewPage() {
  const { application, clientId } = useApplication();
  const { flows, submissions } = application;
  // The accounts are loaded only to count them. If loading fails, the link says "Show" instead of their number.
  const { value } = useData(api.accounts(clientId, { search: '', status: '' }, ''));
  const isConnected = flows.some(({ outcome }) => outcome === 'code_exchanged');
  const accounts = (
    <RouteLink to={{ view: 'application', clientId, page: 'accounts' }}>
      <LiveText text={value === null ? 'Show' : describeCount(value)} />
    </RouteLink>
  );
  return (
    <>
      <HealthSection />
      <CredentialsSection />
      <Section id="usage" title="Usage">
        <Facts
          facts={{
            'Test sign-ins': <Usage submissions={submissions} />,
            'Connected accounts': accounts,
          }}
        />
      </Section>
      <GoLiveSection hasAccount={isConnected || (value !== null && value.rows.length > 0)} />
      <QuickstartSection />
    </>
  );
}

function describeCount({ rows, next }: Page<unknown>): string {
  return `${formatNumber(rows.length)}${next === null ? '' : ' or more'}`;
}
