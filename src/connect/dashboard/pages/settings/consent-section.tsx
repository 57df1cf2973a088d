import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { Section } from '../../parts/section.tsx';
import { SettingForm, saveNumber } from './setting-form.tsx';

/** The texts that people read before they allow access. */
export function ConsentSection({ application }: { readonly application: Application }) {
  const { setTerms } = useDashboard();
  const { environment, purpose, privacy_url, consent_days } = application;
  return (
    <Section
      id="consent"
      title="Consent"
      lead="Your users read this before they allow access. A change applies to the next sign-in."
    >
      <SettingForm
        id="purpose"
        label="Purpose"
        initial={purpose ?? ''}
        hint="One sentence that says what you need the data for. Up to 200 characters. Empty: consent says nothing about it."
        button="Set purpose"
        maxLength={400}
        isOptional
        save={(text) => setTerms({ purpose: text || null })}
      />
      <SettingForm
        id="privacy-url"
        label="Privacy address"
        initial={privacy_url ?? ''}
        hint={
          environment === 'live'
            ? 'Your privacy policy. It must use https.'
            : 'Your privacy policy. It must use https, or http on this machine.'
        }
        button="Set address"
        type="url"
        maxLength={2000}
        isOptional
        save={(text) => setTerms({ privacy_url: text || null })}
      />
      <SettingForm
        id="consent-days"
        label="Days"
        initial={consent_days === null ? '' : String(consent_days)}
        hint="How long a consent is valid: 1 to 366 days. Empty: until the person or you end it."
        button="Set days"
        type="number"
        isOptional
        save={saveNumber((consent_days) => setTerms({ consent_days }))}
      />
    </Section>
  );
}
