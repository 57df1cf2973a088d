import type { Answer } from '../../shapes/common-answers.ts';
import type { applicationAnswer, applicationSummary } from '../../shapes/dashboard-answers.ts';
import type { Environment, RefusedKind } from '../../shapes/unions.ts';
import {
  findAddressFlag,
  isAllowedHostOrigin,
  isRegistrableOrigin,
} from '../addresses/host-origin.ts';
import { isRegisteredRedirectUri, isRegistrableRedirectUri } from '../addresses/redirect-uri.ts';
import { answerJson } from '../http/answers.ts';
import type { Parts } from '../http/parts.ts';
import type { ApplicationRequest } from './checks.ts';
import { describeTerms } from './consent-terms.ts';
import { describeFlow } from './describe-flow.ts';
import { readPageSubmissions, readSubmissions } from './flow-application.ts';
import { findLogo } from './logos.ts';
import type { RefusedRequestStore } from './refused-requests.ts';
import type { Application } from './registered-application.ts';

const shownFlows = 20;
const shownRefusedMs = 24 * 60 * 60 * 1000;

export function summarizeApplication(
  parts: Parts,
  application: Application,
): Answer<typeof applicationSummary> {
  const { publicClientId: client_id, name, environment } = application;
  const all = readSubmissions(parts, application);
  const page = readPageSubmissions(parts, application);
  return { client_id, name, environment, submissions: all && page && { ...all, page } };
}

/** Describes an application, for every response about one. It reads no codes, tokens, secrets or user names. */
export async function describeApplication(
  parts: Parts,
  application: Application,
): Promise<Answer<typeof applicationAnswer>> {
  const { store, clock, config } = parts;
  const { clientId, environment, source, submission_limit, token_days } = application;
  const { accent_color, support_url, provider_ids } = application;
  const now = clock.now();
  const [logo, secrets, redirectUris, origins, refused, flows] = await Promise.all([
    findLogo(parts, clientId),
    store.registrations.listSecrets(clientId, now),
    store.registrations.redirectUris.list(clientId),
    store.registrations.origins.list(clientId),
    store.refusedRequests.list(clientId, now - shownRefusedMs),
    store.flowEntries.list(clientId, { count: shownFlows }, now),
  ]);
  return {
    ...summarizeApplication(parts, application),
    source,
    logo,
    submission_limit,
    token_days,
    ...describeTerms(application),
    accent_color,
    support_url,
    provider_ids: provider_ids && JSON.parse(provider_ids),
    secrets,
    redirect_uris: redirectUris.map(flagAddress),
    origins: origins.map(flagAddress),
    ...describeRefused(refused, { environment, origins, redirectUris }),
    flows: flows.map((flow) => describeFlow(flow, { environment, providers: parts.providers })),
    service: {
      base_url: config.publicUrl,
      connect_url: `${config.publicUrl}/connect`,
      submission_limit: config.submissionLimit,
      script: describeScript(parts),
    },
  };
}

interface Registered {
  readonly environment: Environment;
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
}

/** Describes the requests that were refused, without origins and redirect URIs that have been registered since. */
function describeRefused(
  refused: Awaited<ReturnType<RefusedRequestStore['list']>>,
  { environment, origins, redirectUris }: Registered,
) {
  const of = (kind: RefusedKind) => refused.filter((one) => one.kind === kind);
  return {
    refused_origins: of('origin')
      .filter(({ value }) => !isAllowedHostOrigin(value, { environment, registered: origins }))
      .map(({ value, refused_at }) => ({
        ...{ origin: value, refused_at },
        is_registrable: isRegistrableOrigin(value),
      })),
    refused_redirect_uris: of('redirect_uri')
      .filter(({ value }) => !isRegisteredRedirectUri(value, redirectUris))
      .map(({ value, refused_at }) => ({
        ...{ redirect_uri: value, refused_at },
        is_registrable: isRegistrableRedirectUri(value),
      })),
    secret_refused_at: of('client_secret')[0]?.refused_at ?? null,
    code_refused_at: of('code')[0]?.refused_at ?? null,
  };
}

function flagAddress(address: string) {
  return { address, flag: findAddressFlag(address) };
}

/** Describes the script tag with the SDK; null when the SDK has not been built. */
function describeScript({ config, sdk }: Parts) {
  const { script } = sdk;
  return script ? { url: config.publicUrl + script.path, integrity: script.integrity } : null;
}

export async function answerApplication(request: ApplicationRequest): Promise<Response> {
  const { parts, context, application } = request;
  const described = await describeApplication(parts, application);
  return answerJson<Answer<typeof applicationAnswer>>(context, described);
}
