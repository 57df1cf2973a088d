import type { Application } from '../../../shapes/dashboard-answers.ts';
import { FixLink } from '../../parts/fix-link.tsx';
import type { Fix } from '../../parts/integration-health.ts';
import { Section } from '../../parts/section.tsx';

interface Step {
  readonly text: string;
  readonly isDone: boolean;
  readonly fix: Fix;
}

export interface GoLiveSectionProps {
  readonly application: Application;
  readonly hasAccount: boolean;
}

/** Lists the steps that a developer must take before real people can connect real accounts. */
export function GoLiveSection({ application, hasAccount }: GoLiveSectionProps) {
  const steps = listSteps(application, hasAccount);
  const isReady = steps.every(({ isDone }) => isDone);
  return (
    <Section
      id="go-live"
      title="Before you go live"
      lead={isReady ? 'Nothing is missing here.' : 'What is still missing.'}
    >
      <ul class="steps">
        {steps.map(({ text, isDone, fix }) => (
          <li key={`${text} ${isDone}`} class={isDone ? 'step step--done' : 'step'}>
            <span class="step__text">
              <span class="visually-hidden">{isDone ? 'Done: ' : 'Missing: '}</span>
              {text}
            </span>
            {!isDone && <FixLink fix={fix} />}
          </li>
        ))}
      </ul>
      <p class="section__lead">
        Your page and your backend have points to check, too: <a href="/docs/go-live">Checklist</a>
      </p>
    </Section>
  );
}

function listSteps(application: Application, hasAccount: boolean): readonly Step[] {
  const { client_id: clientId, environment, origins, redirect_uris, logo } = application;
  const { purpose, privacy_url } = application;
  const settings = (section: string) =>
    ({ view: 'application', clientId, page: 'settings', section }) as const;
  const account: Step = {
    text: environment === 'test' ? 'A test account is connected' : 'An account is connected',
    isDone: hasAccount,
    fix: {
      label: 'Quickstart',
      to: { view: 'application', clientId, section: 'quickstart' },
    },
  };
  const picture: Step = {
    text: 'Your logo is set',
    isDone: logo !== null,
    fix: { label: 'Set the logo', to: settings('logo-section') },
  };
  const reasons: Step = {
    text: 'Consent says what the data is for',
    isDone: purpose !== null,
    fix: { label: 'Set the purpose', to: settings('consent') },
  };
  const privacy: Step = {
    text: 'Consent links to your privacy policy',
    isDone: privacy_url !== null,
    fix: { label: 'Set the URL', to: settings('consent') },
  };
  const page = [picture, reasons, privacy];
  if (environment === 'test') {
    const live: Step = {
      text: 'A live application is registered, because this one has only sandbox logins',
      isDone: false,
      fix: { label: 'Register', to: { view: 'register' } },
    };
    return [account, ...page, live];
  }
  const flagged = [...redirect_uris, ...origins].filter(({ flag }) => flag !== null);
  const list = redirect_uris.some(({ flag }) => flag !== null) ? 'redirect-uris' : 'origins';
  return [
    {
      text: 'The origin of your site is an embedding origin',
      isDone: origins.some(({ flag }) => flag === null),
      fix: { label: 'Add the origin', to: settings('origins') },
    },
    {
      text: 'No address of development is left',
      isDone: flagged.length === 0,
      fix: { label: 'Remove addresses', to: settings(list) },
    },
    ...page,
    account,
  ];
}
