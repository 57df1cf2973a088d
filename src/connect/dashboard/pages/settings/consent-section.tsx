import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { readLines, writeLines } from './purpose-lines.ts';
import { type Setting, SettingsSection, saveNumber } from './settings-form.tsx';

/** A form for the terms on the consent screen: the purpose, the privacy policy, and the time that a consent lasts. */
export function ConsentSection({ application }: { readonly application: Application }) {
  const { client_id: id, environment, purpose, privacy_url, consent_days } = application;
  const settings: readonly Setting[] = [
    {
      id: 'purpose',
      label: 'Purpose',
      type: 'lines',
      initial: writeLines(purpose),
      placeholder: 'To work out your loan.\nes: Para calcular tu préstamo.',
      hint: 'What you need the data for, in a sentence. Further lines: other languages.',
      maxLength: 4000,
      isOptional: true,
      save(text) {
        const typed = readLines(text);
        if (typed === null || typeof typed === 'string' || !('wrong' in typed)) {
          return api.setTerms(id, { purpose: typed });
        }
        return `This line must begin with a language, such as “es:”: ${typed.wrong}`;
      },
    },
    {
      id: 'privacy-url',
      label: 'Privacy policy URL',
      initial: privacy_url ?? '',
      hint:
        environment === 'live'
          ? 'It must use https.'
          : 'It must use https, or http on this machine.',
      type: 'url',
      maxLength: 2000,
      isOptional: true,
      save: (text) => api.setTerms(id, { privacy_url: text || null }),
    },
    {
      id: 'consent-days',
      label: 'Consent duration (days)',
      initial: consent_days === null ? '' : String(consent_days),
      hint: '1 to 366. Leave empty for no expiry.',
      type: 'number',
      isOptional: true,
      save: saveNumber((number) => api.setTerms(id, { consent_days: number })),
    },
  ];
  return (
    <SettingsSection
      id="consent"
      title="Consent"
      lead="People read this before they allow access. A change applies to the next sign-in."
      application={application}
      settings={settings}
      button="Save consent"
      saved="Consent is saved."
    />
  );
}
