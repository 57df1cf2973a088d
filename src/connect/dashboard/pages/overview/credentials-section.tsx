import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { formatTime } from '../../format.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { RowTable } from '../../parts/row-list.tsx';
import { SecretNotes } from '../../parts/secret-note.tsx';
import { Section } from '../../parts/section.tsx';

/** A new secret is shown only once. The old one stays valid for 24 hours, unless the operator ends it earlier. */
export function CredentialsSection() {
  const { showSecret } = useDashboard();
  const { application, clientId, setApplication } = useApplication();
  const { name: of, secrets } = application;
  const hasOld = secrets.some(({ expires_at }) => expires_at !== null);
  return (
    <Section
      id="credentials"
      title="Credentials"
      lead="The client ID is public. The client secret is for your backend only. We keep a hash of it, so it cannot be shown again."
    >
      <SecretNotes kind="client-secret" />
      <p class="row">
        <span class="muted">Client ID</span>
        <code class="mono">{clientId}</code>
        <CopyButton text={clientId} what="client ID" />
      </p>
      <RowTable
        caption="Valid client secrets"
        rows={secrets.map(({ created_at, expires_at }) => ({
          key: `${created_at} ${expires_at}`,
          cells: {
            Secret: <strong>{expires_at === null ? 'Current' : 'Old'}</strong>,
            Created: created_at === null ? 'Set by APPLICATIONS_FILE' : formatTime(created_at),
            Valid: expires_at === null ? 'Until rotated' : `Until ${formatTime(expires_at)}`,
          },
        }))}
      />
      <div class="row">
        <ActionButton
          label="Rotate secret"
          question="There will be a new secret, which is shown once. The current one stays valid for 24 hours, so that you can bring the new one to every backend."
          yes="Rotate it now"
          no="Keep the secret"
          request={api.rotateSecret(clientId)}
          after={{
            keep({ application: rotated, client_secret: value }) {
              setApplication(rotated);
              const home = { view: 'application', clientId } as const;
              showSecret({ kind: 'client-secret', what: 'client secret', of, value, home });
            },
            done: () => 'There is a new client secret.',
          }}
        />
        {hasOld && (
          <ActionButton
            label="End the old secret now"
            question="Backends that still use the old secret will stop working at once."
            yes="End it now"
            no="Keep it"
            request={api.endOldSecrets(clientId)}
            after={{ keep: setApplication, done: () => 'The old client secret has ended.' }}
            isRemoved
          />
        )}
      </div>
    </Section>
  );
}
