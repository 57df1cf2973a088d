import * as v from 'valibot';
import { isReadableText } from '../../basics/readable-text.ts';
import type { WithBody } from '../../http/checks.ts';
import { wholeNumber } from '../../http/json-body.ts';
import { createInvalid } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { type Change, changeAsOperator } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import {
  dayCount,
  describeTerms,
  fieldNames,
  findWrongField,
  summarizeTerms,
  type termsBody,
  writePurpose,
} from '../consent-terms.ts';
import { answerApplication } from '../describe-application.ts';
import type { SettableColumns } from '../registrations.ts';

const maxProviders = 1000;

const text = v.exactOptional(v.nullable(v.pipe(v.string(), v.trim())));

export const nameBody = v.object({ name: v.pipe(v.string(), v.trim()) });

const maxNameLength = 100;

/** @throws Refusal 400 `invalid_request` for a name that is empty, too long or not readable */
export function assertApplicationName(name: string): void {
  if (isReadableText(name, maxNameLength)) return;
  throw createInvalid(`Enter a name of up to ${maxNameLength} characters.`);
}

/** Null restores the service's default limit. */
export const limitBody = v.object({
  submission_limit: v.nullable(wholeNumber(0, 1e9)),
});
/** The lifetime of new access tokens in days. Null means that they never end. */
export const tokenDaysBody = v.object({ token_days: v.nullable(dayCount) });
/** The parts of the brand to change. Null removes a part, and a missing part stays. */
export const brandBody = v.object({ accent_color: text, support_url: text });
const providerIds = v.array(v.pipe(v.string(), v.maxLength(200)));
/** The providers to offer. Null offers all of them. */
export const offeredBody = v.object({
  provider_ids: v.nullable(v.pipe(providerIds, v.minLength(1), v.maxLength(maxProviders))),
});

export type SettingRequest<Body extends v.GenericSchema> = ApplicationRequest & WithBody<Body>;

interface Setting extends Change<boolean> {
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Changes an application, and responds with the changed application. */
export async function changeSetting(
  request: ApplicationRequest,
  { message, fields, ...change }: Setting,
): Promise<Response> {
  const { context, application } = request;
  await changeAsOperator(request, change);
  const changed = await namedApplication(request);
  logFor(context).info({ client_id: application.publicClientId, ...fields }, message);
  return await answerApplication({ ...request, ...changed });
}

/** Sets columns of the application, and leaves the others to operators who change them at the same time. */
function setColumns(
  request: ApplicationRequest,
  { columns, ...setting }: Omit<Setting, 'apply'> & { readonly columns: SettableColumns },
): Promise<Response> {
  return changeSetting(request, {
    ...setting,
    apply: ({ registrations }) => registrations.set(request.application.clientId, columns),
  });
}

/** `POST …/rename`: people see the new name from their next page on. */
export function renameApplication(request: SettingRequest<typeof nameBody>) {
  const { name } = request.body;
  assertApplicationName(name);
  return setColumns(request, {
    action: 'application_renamed',
    detail: name,
    columns: { name },
    message: 'application renamed',
    fields: { name },
  });
}

/** `POST …/submission-limit`: earlier submissions count against the new limit. */
export function setSubmissionLimit(request: SettingRequest<typeof limitBody>) {
  const { environment } = request.application;
  const columns = request.body;
  if (environment === 'live') throw createInvalid('Live applications have no limit.');
  return setColumns(request, {
    action: 'submission_limit_set',
    detail: columns.submission_limit?.toString() ?? null,
    columns,
    message: 'submission limit set',
    fields: columns,
  });
}

/** `POST …/token-days`: sets the lifetime of access tokens that are issued from now on. */
export function setTokenDays(request: SettingRequest<typeof tokenDaysBody>) {
  const columns = request.body;
  return setColumns(request, {
    action: 'token_days_set',
    detail: columns.token_days?.toString() ?? null,
    columns,
    message: 'token lifetime set',
    fields: columns,
  });
}

/** `POST …/consent-terms`: people read the new terms from their next sign-in on. */
export function setConsentTerms(request: SettingRequest<typeof termsBody>) {
  const { application, body } = request;
  assertShown(body, application);
  const { purpose, ...others } = body;
  return setColumns(request, {
    action: 'consent_terms_set',
    detail: summarizeTerms({ ...describeTerms(application), ...body }),
    columns: purpose === undefined ? others : { ...others, purpose: writePurpose(purpose) },
    message: 'consent terms set',
  });
}

/** `POST …/brand`: pages show the new brand when they are loaded next. */
export function setBrand(request: SettingRequest<typeof brandBody>) {
  const { application, body } = request;
  assertShown(body, application);
  const { accent_color, support_url } = { ...application, ...body };
  return setColumns(request, {
    action: 'brand_set',
    detail: [accent_color ?? 'no accent', support_url ?? 'no address of a support'].join(' · '),
    columns: body,
    message: 'brand set',
  });
}

/** `POST …/providers`: sets the providers that people can choose from their next request on. */
export function setOfferedProviders(request: SettingRequest<typeof offeredBody>) {
  const { application } = request;
  const { provider_ids } = request.body;
  const listed = request.parts.providers.list(application.environment).map(({ id }) => id);
  // A provider that the application already offers may be unknown by now. The list must still be saved.
  const stored: readonly string[] = JSON.parse(application.provider_ids ?? '[]');
  const known = [...listed, ...stored.filter((id) => !listed.includes(id))];
  const unknown = provider_ids?.find((id) => !known.includes(id));
  if (unknown !== undefined) throw createInvalid(`provider_ids has an unknown ID: ${unknown}.`);
  const ids = provider_ids && known.filter((id) => provider_ids.includes(id));
  return setColumns(request, {
    action: 'providers_set',
    detail: ids === null ? 'all' : ids.join(', '),
    columns: { provider_ids: ids && JSON.stringify(ids) },
    message: 'providers set',
  });
}

/** @throws Refusal 400 `invalid_request` when a field breaks a rule */
function assertShown(
  fields: Parameters<typeof findWrongField>[0],
  { environment }: ApplicationRequest['application'],
): void {
  const wrong = findWrongField(fields, environment);
  if (wrong) throw createInvalid(`${fieldNames[wrong.field]} ${wrong.rule}.`);
}
