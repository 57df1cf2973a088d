import { useRef, useState } from 'preact/hooks';
import type { AdminKeys } from '../../shapes/admin-key-answers.ts';
import { type Scope, scopes } from '../../shapes/unions.ts';
import { useDashboard } from '../dashboard-context.ts';
import { formatTime } from '../format.ts';
import { AskedButton } from '../parts/asked-button.tsx';
import { Loading } from '../parts/loading.tsx';
import { OperatorOnly } from '../parts/operator-only.tsx';
import { SecretNote } from '../parts/secret-note.tsx';
import { Section } from '../parts/section.tsx';
import { SubmitButton, useSubmission } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Toggles } from '../parts/toggles.tsx';
import { ViewTitle } from '../parts/view-title.tsx';

/** The person at the page, and the keys of the admin API. */
export function AccessView() {
  const { adminKeys, shownKey, forgetKey } = useDashboard();
  const secret = shownKey.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = adminKeys.value;
  return (
    <section class="view">
      <div class="view__head">
        <ViewTitle>People and keys</ViewTitle>
      </div>
      <PersonSection />
      <Section
        id="keys"
        title="Admin keys"
        lead="Each program of yours that calls the admin API gets its own key, with the scopes that it needs. The audit log names it."
        titleRef={heading}
      >
        {secret && (
          <SecretNote
            secret={secret.value}
            what="key"
            name={secret.name}
            testId="admin-key"
            onStored={forgetKey}
          />
        )}
        {shown === null && <Loading />}
        {shown?.has_admin_token && (
          <p class="note note--test">
            <code>ADMIN_TOKEN</code> is set, and opens the whole admin API. When each program has
            its key, unset it and restart the service.
          </p>
        )}
        {shown?.keys.length === 0 && <p class="empty">There is no key yet.</p>}
        {shown !== null && shown.keys.length > 0 && (
          <ul class="addresses" aria-label="Admin keys">
            {shown.keys.map((key) => (
              <KeyRow key={key.key_id} adminKey={key} onEnded={() => heading.current?.focus()} />
            ))}
          </ul>
        )}
        <OperatorOnly>
          <CreateForm />
        </OperatorOnly>
      </Section>
    </section>
  );
}

function PersonSection() {
  const { session: signIn, signEveryoneOut } = useDashboard();
  const session = signIn.value;
  if (!session) return null;
  const { person, role, provider } = session;
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
      <AskedButton
        label="Sign everyone out"
        question="Everyone must sign in to the dashboard again, you too. Admin keys stay valid."
        yes="Sign everyone out now"
        no="Keep them signed in"
        act={signEveryoneOut}
      />
    </Section>
  );
}

function KeyRow({
  adminKey: { key_id, name, created_at, last_used_at, ended_at, ...key },
  onEnded,
}: {
  readonly adminKey: AdminKeys['keys'][number];
  readonly onEnded: () => void;
}) {
  const { endKey } = useDashboard();
  return (
    <li class="addresses__row" tabIndex={-1}>
      <div class="addresses__text">
        <span>
          <strong>{name}</strong>{' '}
          {ended_at === null ? null : <span class="outcome">Ended {formatTime(ended_at)}</span>}
        </span>
        <span class="mono muted">{key_id}</span>
        <span>{key.scopes.join(', ')}</span>
        <span class="account__times">
          Created {formatTime(created_at)}.{' '}
          {last_used_at === null ? 'Never used.' : `Last used ${formatTime(last_used_at)}.`}
        </span>
      </div>
      {ended_at === null && (
        <AskedButton
          label="End"
          fullLabel={`End ${name}`}
          question="Programs that use this key are refused at once. This cannot be undone."
          yes="End it now"
          no="Keep it"
          act={() => endKey(key_id)}
          onDone={onEnded}
        />
      )}
    </li>
  );
}

const allScopes = new Map(scopes.map((scope) => [scope, scope]));

function CreateForm() {
  const { createKey } = useDashboard();
  const { isBusy, problem, submit } = useSubmission();
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const create = async (event: Event) => {
    event.preventDefault();
    const isDone = await submit(() => createKey(input.current?.value.trim() ?? '', chosen));
    if (!isDone) return input.current?.focus();
    if (input.current) input.current.value = '';
    setChosen([]);
  };
  return (
    <form class="form" noValidate onSubmit={(event) => void create(event)}>
      <Toggles legend="Scopes of a new key" all={allScopes} chosen={chosen} onChange={setChosen} />
      <TextField
        id="key-name"
        label="Name of a new key"
        maxLength={200}
        inputRef={input}
        hint="The program that will use it. Up to 80 characters."
        error={problem?.description ?? null}
      >
        <SubmitButton label="Create key" isBusy={isBusy} kind="small" />
      </TextField>
    </form>
  );
}
