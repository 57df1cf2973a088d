import type { Answer } from '../../shapes/common-answers.ts';
import type { applicationAnswer, applicationSummary } from '../../shapes/dashboard-answers.ts';
import type { FlowOutcome } from '../../shapes/unions.ts';
import { isAllowedHostOrigin, isRegistrableOrigin } from '../addresses/host-origin.ts';
import { findAddressFlag } from '../addresses/placeholder-address.ts';
import { readPageSubmissions, readSubmissions } from '../flow/flow-application.ts';
import type { Services } from '../services.ts';
import type { FlowEntry, RegisteredApplication } from '../store/registrations.ts';

const shownFlows = 20;
/** Refused origins are shown for this long, in milliseconds. */
const shownRefusedMs = 24 * 60 * 60 * 1000;

/**
 * @param services - configuration
 * @param application - as just read
 * @returns the application's entry in the list
 */
export function summarizeApplication(
  services: Services,
  application: RegisteredApplication,
): Answer<typeof applicationSummary> {
  const { publicClientId: client_id, name, environment } = application;
  const all = readSubmissions(services, application);
  const page = readPageSubmissions(services, application);
  return { client_id, name, environment, submissions: all && page && { ...all, page } };
}

/**
 * Everything that the dashboard shows about an application. Codes, tokens, secrets and usernames are not
 * read from the database.
 *
 * @param services - store, clock, configuration and SDK
 * @param application - as just read
 * @returns the response body of every endpoint for one application
 */
export async function describeApplication(
  services: Services,
  application: RegisteredApplication,
): Promise<Answer<typeof applicationAnswer>> {
  const { store, clock, config } = services;
  const { clientId, environment, source } = application;
  const now = clock.now();
  const [secrets, redirectUris, origins, refused, flows] = await Promise.all([
    store.registrations.listSecrets(clientId, now),
    store.registrations.redirectUris.list(clientId),
    store.registrations.origins.list(clientId),
    store.refusedOrigins.list(clientId, now - shownRefusedMs),
    store.registrations.listFlows(clientId, shownFlows),
  ]);
  return {
    ...summarizeApplication(services, application),
    source,
    submission_limit: application.submissionLimit,
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      created_at: createdAt,
      expires_at: expiresAt,
    })),
    redirect_uris: redirectUris.map(flagAddress),
    origins: origins.map(flagAddress),
    refused_origins: refused
      .filter(({ origin }) => !isAllowedHostOrigin(origin, { environment, registered: origins }))
      .map((entry) => ({ ...entry, is_registrable: isRegistrableOrigin(entry.origin) })),
    flows: flows.map((flow) =>
      describeFlow(flow, { environment, now, providers: services.providers }),
    ),
    service: {
      base_url: config.publicUrl,
      connect_url: `${config.publicUrl}/connect`,
      submission_limit: config.submissionLimit,
      script: describeScript(services),
    },
  };
}

function flagAddress(address: string) {
  return { address, flag: findAddressFlag(address) };
}

interface FlowContext {
  readonly environment: RegisteredApplication['environment'];
  readonly providers: Services['providers'];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

function describeFlow(flow: FlowEntry, { environment, now, providers }: FlowContext) {
  const { kind, step, provider_id, host_origin, redirect_uri, started_at } = flow;
  return {
    started_at,
    kind,
    provider: provider_id && (providers.find(environment, provider_id)?.name ?? provider_id),
    // Without the query, which may be private to the application.
    host: host_origin ?? (redirect_uri && new URL(redirect_uri).origin),
    step,
    outcome: findOutcome(flow, now),
  };
}

function findOutcome(flow: FlowEntry, now: number): FlowOutcome {
  if (flow.step === 'denied') return 'denied';
  if (flow.step !== 'issued') return flow.expires_at > now ? 'in_progress' : 'abandoned';
  if (flow.code_consumed_at !== null) return 'code_exchanged';
  // The code of a flow that is older than this column is unknown.
  const isExpired = flow.code_expires_at !== null && flow.code_expires_at <= now;
  return isExpired ? 'code_expired' : 'code_issued';
}

/** Null when the script tag has not been built. */
function describeScript({ config, sdk }: Services) {
  const { script } = sdk;
  return script ? { url: config.publicUrl + script.path, integrity: script.integrity } : null;
}
