import * as v from 'valibot';
import type { Environment } from '../../../shapes/unions.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import { checkTerms, describeTerms } from '../consent-terms.ts';
import { answerApplication } from '../describe-application.ts';
import type { ConsentTerms } from '../registered-application.ts';

const text = v.exactOptional(v.nullable(v.pipe(v.string(), v.trim())));

/** The terms to change. Null removes a term. */
export const termsBody = v.object({
  purpose: text,
  privacy_url: text,
  consent_days: v.exactOptional(v.nullable(v.number())),
});

type TermsRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof termsBody> };

/**
 * `POST …/consent-terms`: changes the terms that people read before they allow access, from their next sign-in on.
 * It responds with the changed application.
 *
 * @throws Refusal `invalid_request` with the rule of the term, `not_found`
 */
export function setConsentTerms(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
) {
  return async (request: TermsRequest) => {
    const { context, application, body } = request;
    const { clientId, environment } = application;
    const terms: ConsentTerms = {
      purpose: body.purpose === undefined ? application.purpose : body.purpose,
      privacyUrl: body.privacy_url === undefined ? application.privacyUrl : body.privacy_url,
      consentDays: body.consent_days === undefined ? application.consentDays : body.consent_days,
    };
    assertTerms(terms, environment);
    await changeApplication(parts, request, {
      action: 'consent_terms_set',
      detail: summarize(terms),
      apply: async ({ registrations }) =>
        summarize(terms) !== summarize(application) && registrations.setTerms(clientId, terms),
    });
    const changed = await namedApplication(parts)(request);
    logFor(context).info({ client_id: clientId }, 'consent terms set');
    return await answerApplication(parts, { context, ...changed });
  };
}

const names = {
  purpose: 'The purpose',
  privacy_url: 'The privacy policy URL',
  consent_days: 'The number of days',
} as const;

function assertTerms(terms: ConsentTerms, environment: Environment): void {
  const wrong = checkTerms(describeTerms(terms), environment);
  if (!wrong) return;
  const description = `${names[wrong.field]} ${wrong.rule}.`;
  throw new Refusal([400, 'invalid_request'], description);
}

/** Summarizes the terms for the audit log. */
function summarize({ purpose, privacyUrl, consentDays }: ConsentTerms): string {
  const end = consentDays === null ? 'no end' : `ends after ${consentDays} days`;
  return [purpose ?? 'no purpose', privacyUrl ?? 'no privacy policy URL', end].join(' · ');
}
