import { useRef } from 'preact/hooks';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { AskedButton } from '../../parts/asked-button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SecretNote } from '../../parts/secret-note.tsx';
import { Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';

/** The client ID and the client secret, which is shown once and rotated with an overlap. */
export function CredentialsSection({ application }: { readonly application: Application }) {
  const { rotateSecret, endOldSecrets } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasOld = application.secrets.some(({ expires_at }) => expires_at !== null);
  return (
    <Section
      id="credentials"
      title="Credentials"
      lead="The client ID is public. The client secret is for your backend only. We keep a hash of it, so it cannot be shown again."
      titleRef={heading}
    >
      <ShownSecretNote application={application} />
      <p class="copyable">
        <span class="muted">Client ID</span>
        <code class="mono">{application.client_id}</code>
        <CopyButton text={application.client_id} what="client ID" />
      </p>
      <Table caption="Valid client secrets" columns={['Secret', 'Created', 'Valid']}>
        {application.secrets.map(({ created_at, expires_at }) => (
          <tr key={`${created_at} ${expires_at}`}>
            <th scope="row">{expires_at === null ? 'Current' : 'Old'}</th>
            <td>{created_at === null ? 'From APPLICATIONS_FILE' : formatTime(created_at)}</td>
            <td>{expires_at === null ? 'Until rotated' : `Until ${formatTime(expires_at)}`}</td>
          </tr>
        ))}
      </Table>
      <div class="actions">
        <AskedButton
          label="Rotate secret"
          question="There will be a new secret, which is shown once. The current one stays valid for 24 hours, so that you can bring the new one to every backend."
          yes="Rotate it now"
          no="Keep the secret"
          act={rotateSecret}
        />
        {hasOld && (
          <AskedButton
            label="End the old secret now"
            question="Backends that still use the old secret will stop working at once."
            yes="End it now"
            no="Keep it"
            act={endOldSecrets}
            onDone={() => heading.current?.focus()}
          />
        )}
      </div>
    </Section>
  );
}

function ShownSecretNote({ application }: { readonly application: Application }) {
  const { shownSecret, forgetSecret } = useDashboard();
  const secret = shownSecret.value;
  if (secret?.clientId !== application.client_id) return null;
  return (
    <SecretNote
      secret={secret.value}
      what="client secret"
      testId="client-secret"
      onStored={forgetSecret}
    />
  );
}
