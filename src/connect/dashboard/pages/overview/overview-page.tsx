import { useState } from 'preact/hooks';
import { LiveText } from '../../../../kit/live-text.tsx';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { formatReference } from '../../../shapes/reference.ts';
import { api } from '../../api.ts';
import { useApplication, useDashboard } from '../../dashboard-context.ts';
import { formatNumber, formatTime } from '../../format.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { StatusChoice } from '../../parts/choices.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { type Failure, type Fix, findHealth, type Health } from '../../parts/integration-health.ts';
import { FixLink, RouteLink } from '../../parts/route-link.tsx';
import { RowTable } from '../../parts/row-list.tsx';
import { SecretNotes } from '../../parts/secret-note.tsx';
import { Section } from '../../parts/section.tsx';
import { CodeBlock, Facts, Time, Usage } from '../../parts/values.tsx';
import { createSnippets } from '../../snippets.ts';
import { useData } from '../../use-data.ts';

export function OverviewPage() {
  const { application, clientId } = useApplication();
  const { flows, submissions } = application;
  // The accounts are loaded only to count them. If loading fails, the link says "Show" instead of their number.
  const { value } = useData(api.accounts(clientId, { search: '', status: '' }, ''));
  const isConnected = flows.some(({ outcome }) => outcome === 'code_exchanged');
  const count = value && formatNumber(value.rows.length) + (value.next === null ? '' : ' or more');
  const accounts = (
    <RouteLink to={{ view: 'application', clientId, page: 'accounts' }}>
      <LiveText text={count ?? 'Show'} />
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

/** A new secret is shown only once. The old one stays valid for 24 hours, unless the operator ends it earlier. */
function CredentialsSection() {
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

/** The title of each state, and the mark before it, as of a step. */
const states = {
  works: { title: 'Your integration works', mark: 'done' },
  fails: { title: 'Your integration needs a change', mark: 'problem' },
  unknown: { title: 'No account was connected in the last day', mark: 'open' },
} as const;

function HealthSection() {
  const { application } = useApplication();
  const health = findHealth(application);
  const { failures } = health;
  const { title, mark } = states[health.state];
  return (
    <section class="card" aria-labelledby="health-title">
      <h2 class={`step step--${mark}`} id="health-title">
        <span class="step__text">
          <LiveText text={title} />
        </span>
      </h2>
      <p class="muted">
        <LiveText text={describeHealth(health, application)} />
      </p>
      {failures.length > 0 && (
        <ul aria-label="Last failures">
          {failures.map((failure) => (
            <FailureRow key={failure.text} failure={failure} />
          ))}
        </ul>
      )}
    </section>
  );
}

function describeHealth({ state, lastSuccess, failures }: Health, { flows }: Application): string {
  if (lastSuccess) {
    const { started_at, provider, host } = lastSuccess;
    const when = started_at === null ? '' : `${formatTime(started_at)}, `;
    return `The last connected account: ${when}${provider ?? 'unknown provider'}, from ${host ?? 'an unknown host'}.`;
  }
  if (state === 'fails') return 'No account was connected in the last day. This is why:';
  if (failures.length > 0) return 'These flows failed, but not because of your integration:';
  if (flows.length > 0) return 'People opened Connect, but none of them has finished.';
  return 'No flow has started in the last day. The quickstart below starts one.';
}

function FailureRow({ failure }: { readonly failure: Failure }) {
  const { text, advice, fix, at, reference, count, isOwn } = failure;
  return (
    <li class={isOwn ? 'row step step--problem' : 'row step'}>
      <div class="step__text">
        <strong>{text}</strong>
        <span class="detail">
          {advice} {fix && <FixLink fix={fix} />}
        </span>
      </div>
      <div class="row muted">
        {at !== null && <Time at={at} />}
        {count > 1 && <LiveText text={`${count} flows`} />}
        {reference !== null && (
          <RouteLink to={{ view: 'reference', reference }} class="mono">
            {formatReference(reference)}
          </RouteLink>
        )}
      </div>
    </li>
  );
}

function GoLiveSection({ hasAccount }: { readonly hasAccount: boolean }) {
  const steps = listSteps(useApplication().application, hasAccount);
  const isReady = steps.every(([, isDone]) => isDone);
  return (
    <Section
      id="go-live"
      title="Before you go live"
      lead={isReady ? 'Nothing is missing here.' : 'What is still missing.'}
    >
      <ul>
        {steps.map(([text, isDone, label, to]) => (
          <li key={`${text} ${isDone}`} class={isDone ? 'row step step--done' : 'row step'}>
            <span class="step__text">
              <span class="visually-hidden">{isDone ? 'Done: ' : 'Missing: '}</span>
              {text}
            </span>
            {!isDone && <FixLink fix={{ label, to }} />}
          </li>
        ))}
      </ul>
      <p class="muted">
        Your page and your backend have points to check, too: <a href="/docs/go-live">Checklist</a>
      </p>
    </Section>
  );
}

type Step = readonly [text: string, isDone: boolean, label: string, to: Fix['to']];

function listSteps(application: Application, hasAccount: boolean): readonly Step[] {
  const { client_id: clientId, origins, redirect_uris, logo, purpose, privacy_url } = application;
  const isTest = application.environment === 'test';
  const connected = isTest ? 'A test account is connected' : 'An account is connected';
  const quickstart = { view: 'application', clientId, section: 'quickstart' } as const;
  const account: Step = [connected, hasAccount, 'Quickstart', quickstart];
  const page: readonly Step[] = [
    ['Your logo is set', logo !== null, 'Set the logo', '#logo-section'],
    ['Consent says what the data is for', purpose !== null, 'Set the purpose', '#consent'],
    ['Consent links to your privacy policy', privacy_url !== null, 'Set the URL', '#consent'],
  ];
  if (isTest) {
    const text = 'A live application is registered, because this one has only sandbox logins';
    return [account, ...page, [text, false, 'Register', { view: 'register' }]];
  }
  const isFlagged = ({ flag }: Application['origins'][number]) => flag !== null;
  const hasOrigin = origins.some((origin) => !isFlagged(origin));
  const isClean = ![...redirect_uris, ...origins].some(isFlagged);
  const section = redirect_uris.some(isFlagged) ? '#redirect-uris' : '#origins';
  return [
    ['The origin of your site is an embedding origin', hasOrigin, 'Add the origin', '#origins'],
    ['No address of development is left', isClean, 'Remove addresses', section],
    ...page,
    account,
  ];
}

function QuickstartSection() {
  const { scriptTag, module, backend } = createSnippets(useApplication().application);
  const snippets: Readonly<Record<string, string>> = {
    ...(scriptTag !== null && { 'Script tag': scriptTag }),
    'ES module': module,
    Backend: backend,
  };
  const titles = Object.keys(snippets);
  const [title = '', setTitle] = useState(titles[0]);
  return (
    <Section
      id="quickstart"
      title="Quickstart"
      lead="One of the first two for your page, the third for your backend. Your client ID is filled in."
    >
      <StatusChoice
        legend="Snippet"
        any={null}
        all={Object.fromEntries(titles.map((text) => [text, { text }]))}
        chosen={title}
        onChoose={setTitle}
      />
      <CodeBlock
        key={title}
        id="snippet-title"
        title={title}
        what={`${title} snippet`}
        code={snippets[title] ?? ''}
      />
    </Section>
  );
}
