import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { formatNumber } from '../../format.ts';
import { type Setting, SettingsSection, saveNumber } from './settings-form.tsx';

/** A form for the lifetime of access tokens and, for a test application, the limit of test sign-ins. */
export function LimitsSection({ application }: { readonly application: Application }) {
  const { client_id: id, environment, submission_limit, token_days, service } = application;
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
    <SettingsSection
      id="limits"
      title="Limits"
      lead="They apply to later sign-ins and tokens."
      application={application}
      settings={settings}
      button="Save limits"
      saved="The limits are saved."
    />
  );
}
