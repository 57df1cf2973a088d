import type { AdminKeys } from '../../shapes/admin-key-answers.ts';
import { type Scope, scopes } from '../../shapes/unions.ts';
import { api } from '../api.ts';
import { OperatorOnly, useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Checks } from '../parts/choices.tsx';
import { AddForm } from '../parts/form.tsx';
import { Loader } from '../parts/loader.tsx';
import { RowTable, type TableRow } from '../parts/row-list.tsx';
import { SecretNotes } from '../parts/secret-note.tsx';
import { Section, ViewTitle } from '../parts/section.tsx';
import { Status, Time } from '../parts/values.tsx';
import { useData } from '../use-data.ts';

export function AccessView() {
  const data = useData(api.keys());
  return (
    <section class="view">
      <ViewTitle text="People and keys" hasTimes />
      <PersonSection />
      <Section
        id="keys"
        title="Admin keys"
        lead="Each program of yours that calls the admin API gets its own key, with the scopes that it needs. The audit log names it."
      >
        <SecretNotes kind="admin-key" />
        <Loader data={data}>
          {({ keys, has_admin_token }) => (
            <>
              {has_admin_token && (
                <p class="note note--test">
                  <code>ADMIN_TOKEN</code> is set, and opens the whole admin API. When each program
                  has its key, unset it and restart the service.
                </p>
              )}
              <RowTable
                caption="Admin keys"
                timeColumn="Created"
                rows={keys.map((key) => toRow(key, data.load))}
                empty="There is no key yet. Create one below for each program."
              />
            </>
          )}
        </Loader>
        <OperatorOnly>
          <CreateForm load={data.load} />
        </OperatorOnly>
      </Section>
    </section>
  );
}

const signedOutText = 'Everyone is signed out, you too. Sign in again.';

function PersonSection() {
  const { session: current, enter } = useDashboard();
  const session = current.value;
  if (!session) return null;
  const { person, role, provider } = session;
  const stranger = { ...session, csrf_token: null, role: null, person: null };
  return (
    <Section id="you" title="You">
      <p>
        {person === null ? (
          'You are signed in with the password of the dashboard.'
        ) : (
          <>
            You are signed in as <strong>{person}</strong>.
          </>
        )}
      </p>
      <p class="muted">
        {role === 'reader'
          ? 'Your role is reader: you see everything, and change nothing.'
          : 'Your role is operator: you can change everything.'}{' '}
        {person === null && provider === null && 'Everyone with the password is an operator.'}
        {person !== null && 'Your provider gives the role at each sign-in.'}
      </p>
      <ActionButton
        label="Sign everyone out"
        question="Everyone must sign in to the dashboard again, you too. Admin keys stay valid."
        yes="Sign everyone out now"
        no="Keep them signed in"
        request={api.signEveryoneOut()}
        after={{ keep: () => enter(stranger, signedOutText) }}
      />
    </Section>
  );
}

type Load = () => Promise<void>;

function toRow(adminKey: AdminKeys['keys'][number], load: Load): TableRow {
  const { key_id, name, created_at, last_used_at, ended_at } = adminKey;
  return {
    key: key_id,
    time: created_at,
    cells: {
      Name: (
        <>
          <strong>{name}</strong>
          <span class="detail mono">{key_id}</span>
        </>
      ),
      Scopes: adminKey.scopes.join(', '),
      Created: <Time at={created_at} />,
      'Last used': last_used_at === null ? 'Never used' : <Time at={last_used_at} />,
      '':
        ended_at === null ? (
          <ActionButton
            label="End"
            fullLabel={`End ${name}`}
            question="Programs that use this key are refused at once. This cannot be undone."
            yes="End it now"
            no="Keep it"
            request={api.endKey(key_id)}
            after={{ reload: load, done: () => 'The key has ended.' }}
            isRemoved
          />
        ) : (
          <Status kind="over" text={`Ended ${formatTime(ended_at)}`} />
        ),
    },
  };
}

const allScopes = scopes.map((scope) => ({ value: scope, label: scope }));

function CreateForm({ load }: { readonly load: Load }) {
  const { showSecret } = useDashboard();
  return (
    <AddForm
      id="key-name"
      label="Name of a new key"
      hint="The program that will use it. Up to 80 characters."
      button="Create key"
      add={({ run }, name, data) =>
        run(api.createKey(name, data.getAll('scopes') as Scope[]), {
          keep({ secret: value }) {
            const home = { view: 'access' } as const;
            showSecret({ kind: 'admin-key', what: `key ${name}`, of: '', value, home });
          },
          reload: load,
          done: () => `There is a new key, ${name}.`,
        })
      }
    >
      <Checks name="scopes" legend="Scopes of a new key" all={allScopes} chosen={[]} />
    </AddForm>
  );
}
