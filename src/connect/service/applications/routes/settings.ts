import * as v from 'valibot';
import type { ConsentTermsJson } from '../../../shapes/flow-answers.ts';
import { purposeShape } from '../../../shapes/purpose.ts';
import type { Parts } from '../../http/parts.ts';
import { createInvalid } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { type Change, changeApplication } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import {
  assertApplicationName,
  checkBrand,
  checkTerms,
  describeTerms,
  tokenDays,
  writePurpose,
} from '../consent-terms.ts';
import { answerApplication } from '../describe-application.ts';
import type { Brand } from '../registered-application.ts';

const maxSubmissionLimit = 1e9;
const maxProviders = 1000;

const text = v.exactOptional(v.nullable(v.pipe(v.string(), v.trim())));

export const nameBody = v.object({ name: v.pipe(v.string(), v.trim()) });
/** Null restores the service's default. */
export const limitBody = v.object({
  submission_limit: v.nullable(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSubmissionLimit)),
  ),
});
/** Null: new tokens never end. */
export const tokenDaysBody = v.object({ token_days: v.nullable(tokenDays) });
/** Only the named terms change. Null removes a term. */
export const termsBody = v.object({
  purpose: v.exactOptional(v.nullable(purposeShape)),
  privacy_url: text,
  consent_days: v.exactOptional(v.nullable(v.number())),
});
/** Only the named parts change. Null removes a part. */
export const brandBody = v.object({ accent_color: text, support_url: text });
/** Null offers all providers. */
export const offeredBody = v.object({
  provider_ids: v.nullable(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(200))),
      v.minLength(1),
      v.maxLength(maxProviders),
    ),
  ),
});

/** What a change of an application and its answer need. */
export type SettingParts = Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>;

export type SettingRequest<Body extends v.GenericSchema> = ApplicationRequest & {
  readonly body: v.InferOutput<Body>;
};

interface Setting extends Change<boolean> {
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Changes an application, and responds with the changed application.
 *
 * @throws Refusal `not_found` when the application has been deleted meanwhile
 */
export async function changeSetting(
  parts: SettingParts,
  request: ApplicationRequest,
  { message, fields, ...change }: Setting,
): Promise<Response> {
  const { context, application } = request;
  await changeApplication(parts, request, change);
  const changed = await namedApplication(parts)(request);
  logFor(context).info({ client_id: application.clientId, ...fields }, message);
  return await answerApplication(parts, { context, ...changed });
}

/**
 * `POST …/rename`: people see the new name from now on.
 *
 * @throws Refusal `invalid_request`, `not_found`
 */
export function renameApplication(parts: SettingParts) {
  return ({ body: { name }, ...request }: SettingRequest<typeof nameBody>) => {
    const { application } = request;
    assertApplicationName(name);
    return changeSetting(parts, request, {
      action: 'application_renamed',
      detail: name,
      apply: async ({ registrations }) =>
        name !== application.name && registrations.rename(application.clientId, name),
      message: 'application renamed',
      fields: { name },
    });
  };
}

/**
 * `POST …/submission-limit`: previous submissions still count.
 *
 * @throws Refusal `invalid_request`, also for live applications, or `not_found`
 */
export function setSubmissionLimit(parts: SettingParts) {
  return ({ body: { submission_limit }, ...request }: SettingRequest<typeof limitBody>) => {
    const { clientId, environment, submissionLimit } = request.application;
    if (environment === 'live') throw createInvalid('Live applications have no limit.');
    return changeSetting(parts, request, {
      action: 'submission_limit_set',
      detail: submission_limit === null ? null : String(submission_limit),
      apply: async ({ registrations }) =>
        submission_limit !== submissionLimit &&
        registrations.setSubmissionLimit(clientId, submission_limit),
      message: 'submission limit set',
      fields: { submission_limit },
    });
  };
}

/**
 * `POST …/token-days`: for tokens of later exchanges.
 *
 * @throws Refusal `invalid_request`, `not_found`
 */
export function setTokenDays(parts: SettingParts) {
  return ({ body: { token_days }, ...request }: SettingRequest<typeof tokenDaysBody>) => {
    const { clientId, tokenDays } = request.application;
    return changeSetting(parts, request, {
      action: 'token_days_set',
      detail: token_days === null ? null : String(token_days),
      apply: async ({ registrations }) =>
        token_days !== tokenDays && registrations.setTokenDays(clientId, token_days),
      message: 'token lifetime set',
      fields: { token_days },
    });
  };
}

/**
 * `POST …/consent-terms`: people read the new terms from their next sign-in on.
 *
 * @throws Refusal `invalid_request` with the rule of the term, `not_found`
 */
export function setConsentTerms(parts: SettingParts) {
  return ({ body, ...request }: SettingRequest<typeof termsBody>) => {
    const { application } = request;
    const before = describeTerms(application);
    const terms = { ...before, ...body };
    assertRule(termNames, checkTerms(terms, application.environment));
    const detail = summarizeTerms(terms);
    return changeSetting(parts, request, {
      action: 'consent_terms_set',
      detail,
      apply: async ({ registrations }) =>
        detail !== summarizeTerms(before) && registrations.setTerms(application.clientId, terms),
      message: 'consent terms set',
    });
  };
}

/**
 * `POST …/brand`: for pages that are loaded from now on.
 *
 * @throws Refusal `invalid_request` with the rule, `not_found`
 */
export function setBrand(parts: SettingParts) {
  return ({ body, ...request }: SettingRequest<typeof brandBody>) => {
    const { application } = request;
    const { accent_color = application.accentColor, support_url = application.supportUrl } = body;
    assertRule(brandNames, checkBrand({ accent_color, support_url }, application.environment));
    const brand = { accentColor: accent_color, supportUrl: support_url };
    const detail = summarizeBrand(brand);
    return changeSetting(parts, request, {
      action: 'brand_set',
      detail,
      apply: async ({ registrations }) =>
        detail !== summarizeBrand(application) &&
        registrations.setBrand(application.clientId, brand),
      message: 'brand set',
    });
  };
}

/**
 * `POST …/providers`: for people's next requests.
 *
 * @throws Refusal `invalid_request` for an unknown provider, `not_found`
 */
export function setOfferedProviders(parts: SettingParts) {
  return ({ body: { provider_ids }, ...request }: SettingRequest<typeof offeredBody>) => {
    const { clientId, environment, providerIds } = request.application;
    const listed = parts.providers.list(environment).map(({ id }) => id);
    // A stored provider may have been removed from the list since. It must not keep the others from being saved.
    const stored: readonly string[] = JSON.parse(providerIds ?? '[]');
    const known = [...listed, ...stored.filter((id) => !listed.includes(id))];
    const unknown = provider_ids?.find((id) => !known.includes(id));
    if (unknown !== undefined) throw createInvalid(`provider_ids has an unknown ID: ${unknown}.`);
    const ids = provider_ids && known.filter((id) => provider_ids.includes(id));
    const next = ids && JSON.stringify(ids);
    return changeSetting(parts, request, {
      action: 'providers_set',
      detail: ids === null ? 'all' : ids.join(', '),
      apply: async ({ registrations }) =>
        next !== providerIds && registrations.setProviders(clientId, next),
      message: 'providers set',
    });
  };
}

const termNames = {
  purpose: 'The purpose',
  privacy_url: 'The privacy policy URL',
  consent_days: 'The number of days',
} as const;

const brandNames = {
  accent_color: 'The accent',
  support_url: 'The address of the support',
} as const;

/** @throws Refusal 400 `invalid_request` when a field breaks a rule */
function assertRule<Field extends string>(
  names: Readonly<Record<Field, string>>,
  wrong: { readonly field: Field; readonly rule: string } | undefined,
): void {
  if (wrong) throw createInvalid(`${names[wrong.field]} ${wrong.rule}.`);
}

function summarizeTerms({ purpose, privacy_url, consent_days }: ConsentTermsJson): string {
  const end = consent_days === null ? 'no end' : `ends after ${consent_days} days`;
  const texts = typeof purpose === 'object' ? writePurpose(purpose) : purpose;
  return [texts ?? 'no purpose', privacy_url ?? 'no privacy policy URL', end].join(' · ');
}

function summarizeBrand({ accentColor, supportUrl }: Brand): string {
  return [accentColor ?? 'no accent', supportUrl ?? 'no address of a support'].join(' · ');
}
