import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { Section } from '../../parts/section.tsx';
import { type Setting, SettingsForm, saveNumber } from './settings-form.tsx';

/** The texts that people read before they allow access. */
export function ConsentSection({ application }: { readonly application: Application }) {
  const { client_id: id, environment, purpose, privacy_url, consent_days } = application;
  const settings: readonly Setting[] = [
    {
      id: 'purpose',
      label: 'Purpose',
      initial: purpose ?? '',
      hint: 'A sentence on what you need the data for. Up to 200 characters.',
      maxLength: 400,
      isOptional: true,
      save: (text) => api.setTerms(id, { purpose: text || null }),
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
    <Section
      id="consent"
      title="Consent"
      lead="People read this before they allow access. A change applies to the next sign-in."
    >
      <SettingsForm settings={settings} button="Save consent" saved="Consent is saved." />
    </Section>
  );
}
