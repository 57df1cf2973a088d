import { api } from '../../api.ts';
import { useApplication } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import { readLines, writeLines } from './purpose-lines.ts';
import { settingsSections } from './section-titles.ts';
import { defaultAccent, type Setting, SettingsSection, saveNumber } from './settings-form.tsx';

/** The service accepts a duration of at most a leap year. */
const days = [1, 366] as const;

export function DetailsSection() {
  const { application, clientId } = useApplication();
  const settings: readonly Setting[] = [
    {
      id: 'rename',
      label: 'Name',
      initial: application.name,
      hint: 'Up to 100 characters.',
      isRequired: true,
      save: (text) => (text === '' ? 'Enter a name.' : api.rename(clientId, text)),
    },
    {
      id: 'accent-color',
      label: 'Accent',
      type: 'color',
      initial: application.accent_color,
      otherwise: `${defaultAccent}, the default`,
      hint: 'The color of buttons and links, such as #0b6e4f.',
      save: (text) => api.setBrand(clientId, { accent_color: text || null }),
    },
    {
      id: 'support-url',
      label: 'Support URL',
      type: 'url',
      initial: application.support_url,
      hint: 'Where people get your help.',
      save: (text) => api.setBrand(clientId, { support_url: text || null }),
    },
  ];
  return (
    <SettingsSection
      id="details"
      title={settingsSections.details}
      lead="People see this when they connect."
      settings={settings}
    />
  );
}

export function ConsentSection() {
  const { application, clientId } = useApplication();
  const isLive = application.environment === 'live';
  const settings: readonly Setting[] = [
    {
      id: 'purpose',
      label: 'Purpose',
      type: 'lines',
      initial: writeLines(application.purpose),
      otherwise: 'None, so consent gives no reason',
      placeholder: 'To work out your loan.\nes: Para calcular tu préstamo.',
      hint: 'What the data is for. Without a purpose, consent gives no reason. Add a line for each translation.',
      save(text) {
        const read = readLines(text);
        return 'wrong' in read
          ? `This line must begin with a language, such as “es:”: ${read.wrong}`
          : api.setTerms(clientId, read);
      },
    },
    {
      id: 'privacy-url',
      label: 'Privacy policy URL',
      type: 'url',
      initial: application.privacy_url,
      hint: isLive ? 'It must use https.' : 'It must use https, or http on this machine.',
      save: (text) => api.setTerms(clientId, { privacy_url: text || null }),
    },
    {
      id: 'consent-days',
      label: 'Consent duration (days)',
      type: 'number',
      initial: application.consent_days,
      otherwise: 'No expiry: until the person ends it',
      hint: '1 to 366. Leave empty for no expiry.',
      save: saveNumber(days, (consent_days) => api.setTerms(clientId, { consent_days })),
    },
  ];
  return (
    <SettingsSection
      id="consent"
      title={settingsSections.consent}
      lead="People read this before they allow access. A change applies to the next sign-in."
      settings={settings}
    />
  );
}

export function LimitsSection() {
  const { application, clientId } = useApplication();
  const usual = formatNumber(application.service.submission_limit);
  const part = 'People can use four fifths of it, and your backend all of it.';
  const limit: Setting = {
    id: 'submission-limit',
    label: 'Limit of test sign-ins',
    type: 'number',
    initial: application.submission_limit,
    otherwise: `${usual}, the default. ${part}`,
    hint: `Leave empty for ${usual}. ${part}`,
    save: saveNumber([0, 1e9], (number) => api.setSubmissionLimit(clientId, number)),
  };
  const lifetime: Setting = {
    id: 'token-days',
    label: 'Access token lifetime (days)',
    type: 'number',
    initial: application.token_days,
    otherwise: 'No expiry',
    hint: '1 to 366, for later tokens. Leave empty for no expiry.',
    save: saveNumber(days, (number) => api.setTokenDays(clientId, number)),
  };
  return (
    <SettingsSection
      id="limits"
      title={settingsSections.limits}
      lead="Limits apply to later sign-ins and tokens."
      settings={application.environment === 'test' ? [limit, lifetime] : [lifetime]}
    />
  );
}
