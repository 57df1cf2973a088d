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

const createStep = (text: string, isDone: boolean, fix: Fix) => ({ text, isDone, fix });

function listSteps(application: Application, hasAccount: boolean) {
  const { client_id: clientId, origins, redirect_uris, logo, purpose, privacy_url } = application;
  const isTest = application.environment === 'test';
  const quickstart = { view: 'application', clientId, section: 'quickstart' } as const;
  const account = createStep(
    isTest ? 'A test account is connected' : 'An account is connected',
    hasAccount,
    { label: 'Quickstart', to: quickstart },
  );
  const page = [
    createStep('Your logo is set', logo !== null, { label: 'Set the logo', to: '#logo-section' }),
    createStep('Consent says what the data is for', purpose !== null, {
      label: 'Set the purpose',
      to: '#consent',
    }),
    createStep('Consent links to your privacy policy', privacy_url !== null, {
      label: 'Set the URL',
      to: '#consent',
    }),
  ];
  if (isTest) {
    const text = 'A live application is registered, because this one has only sandbox logins';
    const live = createStep(text, false, { label: 'Register', to: { view: 'register' } });
    return [account, ...page, live];
  }
  const isFlagged = ({ flag }: Application['origins'][number]) => flag !== null;
  const hasOrigin = origins.some((origin) => !isFlagged(origin));
  const isClean = ![...redirect_uris, ...origins].some(isFlagged);
  const section = redirect_uris.some(isFlagged) ? '#redirect-uris' : '#origins';
  return [
    createStep('The origin of your site is an embedding origin', hasOrigin, {
      label: 'Add the origin',
      to: '#origins',
    }),
    createStep('No address of development is left', isClean, {
      label: 'Remove addresses',
      to: section,
    }),
    ...page,
    account,
  ];
}
