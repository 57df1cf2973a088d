import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useApplication } from '../../dashboard-context.ts';
import type { Fix } from '../../parts/integration-health.ts';
import { FixLink } from '../../parts/route-link.tsx';
import { Section } from '../../parts/section.tsx';

export function GoLiveSection({ hasAccount }: { readonly hasAccount: boolean }) {
  const steps = listSteps(useApplication().application, hasAccount);
  const isReady = steps.every(({ isDone }) => isDone);
  return (
    <Section
      id="go-live"
      title="Before you go live"
      lead={isReady ? 'Nothing is missing here.' : 'What is still missing.'}
    >
      <ul>
        {steps.map(({ text, isDone, fix }) => (
          <li key={`${text} ${isDone}`} class={isDone ? 'row step step--done' : 'row step'}>
            <span class="step__text">
              <span class="visually-hidden">{isDone ? 'Done: ' : 'Missing: '}</span>
              {text}
            </span>
            {!isDone && <FixLink fix={fix} />}
          </li>
        ))}
      </ul>
      <p class="muted">
        Your page and your backend have points to check, too: <a href="/docs/go-live">Checklist</a>
      </p>
    </Section>
  );
}

interface Step {
  readonly text: string;
  readonly isDone: boolean;
  readonly fix: Fix;
}

function listSteps(application: Application, hasAccount: boolean): readonly Step[] {
  const { client_id: clientId, origins, redirect_uris, logo, purpose, privacy_url } = application;
  const isTest = application.environment === 'test';
  const account: Step = {
    text: isTest ? 'A test account is connected' : 'An account is connected',
    isDone: hasAccount,
    fix: { label: 'Quickstart', to: { view: 'application', clientId, section: 'quickstart' } },
  };
  const page: readonly Step[] = [
    {
      text: 'Your logo is set',
      isDone: logo !== null,
      fix: { label: 'Set the logo', to: '#logo-section' },
    },
    {
      text: 'Consent says what the data is for',
      isDone: purpose !== null,
      fix: { label: 'Set the purpose', to: '#consent' },
    },
    {
      text: 'Consent links to your privacy policy',
      isDone: privacy_url !== null,
      fix: { label: 'Set the URL', to: '#consent' },
    },
  ];
  if (isTest) {
    const live: Step = {
      text: 'A live application is registered, because this one has only sandbox logins',
      isDone: false,
      fix: { label: 'Register', to: { view: 'register' } },
    };
    return [account, ...page, live];
  }
  const isFlagged = ({ flag }: Application['origins'][number]) => flag !== null;
  return [
    {
      text: 'The origin of your site is an embedding origin',
      isDone: origins.some((origin) => !isFlagged(origin)),
      fix: { label: 'Add the origin', to: '#origins' },
    },
    {
      text: 'No address of development is left',
      isDone: ![...redirect_uris, ...origins].some(isFlagged),
      fix: {
        label: 'Remove addresses',
        to: redirect_uris.some(isFlagged) ? '#redirect-uris' : '#origins',
      },
    },
    ...page,
    account,
  ];
}
