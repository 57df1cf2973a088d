import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { formatNumber } from '../../format.ts';
import { Section } from '../../parts/section.tsx';
import { type Setting, SettingsForm, saveNumber } from './settings-form.tsx';

/**
 * A form for the application's name and the lifetime of its access tokens. A test application also has a limit of
 * test sign-ins.
 */
export function DetailsSection({ application }: { readonly application: Application }) {
  const { client_id: id, name, environment, submission_limit, token_days, service } = application;
  const all = formatNumber(service.submission_limit);
  const limit: Setting = {
    id: 'submission-limit',
    label: 'Limit of test sign-ins',
    initial: submission_limit === null ? '' : String(submission_limit),
    hint: `Leave empty for ${all}. A fifth is kept for your backend.`,
    type: 'number',
    isOptional: true,
    save: saveNumber((number) => api.setSubmissionLimit(id, number)),
  };
  const settings: readonly Setting[] = [
    {
      id: 'rename',
      label: 'Name',
      initial: name,
      hint: 'People see it when they connect. Up to 100 characters.',
      save: (text) => (text === '' ? 'Enter a name.' : api.rename(id, text)),
    },
    {
      id: 'accent-color',
      label: 'Accent',
      type: 'color',
      initial: application.accent_color ?? '',
      hint: 'The colour of buttons and links on your Connect pages, such as #0b6e4f.',
      maxLength: 7,
      isOptional: true,
      save: (text) => api.setBrand(id, { accent_color: text || null }),
    },
    {
      id: 'support-url',
      label: 'Support URL',
      initial: application.support_url ?? '',
      hint: 'People get it when they need your help.',
      type: 'url',
      maxLength: 2000,
      isOptional: true,
      save: (text) => api.setBrand(id, { support_url: text || null }),
    },
    ...(environment === 'test' ? [limit] : []),
    {
      id: 'token-days',
      label: 'Access token lifetime',
      initial: token_days === null ? '' : String(token_days),
      hint: 'In days, 1 to 366, for later tokens. Leave empty for no expiry.',
      type: 'number',
      isOptional: true,
      save: saveNumber((number) => api.setTokenDays(id, number)),
    },
  ];
  return (
    <Section id="details" title="Details" isWide>
      <SettingsForm
        settings={settings}
        button="Save details"
        saved="The details are saved."
        source={application.source}
      />
    </Section>
  );
}
