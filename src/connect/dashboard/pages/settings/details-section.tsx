import type { Application } from '../../../shapes/dashboard-answers.ts';
import { useDashboard } from '../../dashboard-context.ts';
import { formatNumber } from '../../format.ts';
import { OperatorOnly } from '../../parts/operator-only.tsx';
import { Section } from '../../parts/section.tsx';
import { LogoForm } from './logo-form.tsx';
import { SettingForm, saveNumber } from './setting-form.tsx';

/** The name, the logo and the lifetime of access tokens. Test applications also have the limit of test sign-ins. */
export function DetailsSection({ application }: { readonly application: Application }) {
  const { rename, setSubmissionLimit, setTokenDays } = useDashboard();
  const { name, environment, submission_limit, token_days, service } = application;
  return (
    <Section id="details" title="Details">
      <SettingForm
        id="rename"
        label="Name"
        initial={name}
        hint="Your users see it when they connect. Up to 100 characters."
        button="Rename"
        save={rename}
      />
      <OperatorOnly>
        <LogoForm application={application} />
      </OperatorOnly>
      {environment === 'test' && (
        <SettingForm
          id="submission-limit"
          label="Limit of test sign-ins"
          initial={submission_limit === null ? '' : String(submission_limit)}
          hint={`Empty: ${formatNumber(service.submission_limit)}, as for every test application. What has been used stays used. Sign-ins on the Connect page, which anyone can make, may use four fifths; the rest is kept for your backend.`}
          button="Set limit"
          type="number"
          isOptional
          save={saveNumber(setSubmissionLimit)}
        />
      )}
      <SettingForm
        id="token-days"
        label="Lifetime of access tokens"
        initial={token_days === null ? '' : String(token_days)}
        hint="In days: 1 to 366. Empty: they have no end. It applies to tokens that your backend gets from now on. Afterwards the person has to connect again."
        button="Set lifetime"
        type="number"
        isOptional
        save={saveNumber(setTokenDays)}
      />
    </Section>
  );
}
