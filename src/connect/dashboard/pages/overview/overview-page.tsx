import type { Application } from '../../../shapes/dashboard-answers.ts';
import { Section } from '../../parts/section.tsx';
import { Usage } from '../../parts/usage.tsx';
import { CredentialsSection } from './credentials-section.tsx';
import { QuickstartSection } from './quickstart-section.tsx';

/** What a developer needs first: the credentials, and the code to begin with. */
export function OverviewPage({ application }: { readonly application: Application }) {
  return (
    <>
      <CredentialsSection application={application} />
      <Section id="use" title="Test sign-ins">
        <Usage submissions={application.submissions} />
      </Section>
      <QuickstartSection application={application} />
    </>
  );
}
