import type { Access } from '../../shapes/flow-answers.ts';
import { type Environment, environments, parseShares } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import { findApplication } from '../applications/flow-application.ts';
import { toLogoPath } from '../applications/logos.ts';
import type { Application } from '../applications/registered-application.ts';
import { noApplication } from '../applications/registered-application.ts';
import type { ProviderPerson } from '../connections/accesses.ts';
import type { Parts } from '../http/parts.ts';
import { isOffered } from '../providers/provider-switches.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Flow } from './flows-table.ts';
import { applySwitches } from './offered-providers.ts';

/* A visit is a flow of the kind `manage`. A person signs in at `/manage` as in Connect, sees the applications with
   access through that account, and can end it. A visit gives applications nothing. */

/**
 * @returns its application. A visit has none, so it gets a stand-in with the environment of its provider
 * @throws Refusal 401 `unknown_client` when the application has been deleted meanwhile
 */
export async function findParty(
  parts: Pick<Parts, 'config' | 'providers' | 'store'>,
  flow: Pick<Flow, 'client_id' | 'kind' | 'provider_id'>,
): Promise<Application> {
  if (flow.kind !== 'manage') return await findApplication(parts, flow);
  return {
    clientId: noApplication,
    publicClientId: noApplication,
    name: '',
    environment: chooseEnvironment(parts.providers, flow.provider_id ?? ''),
    submissionLimit: null,
    submissionsUsed: 0,
    anonymousSubmissions: 0,
    purpose: null,
    privacyUrl: null,
    consentDays: null,
    accentColor: null,
    supportUrl: null,
    tokenDays: null,
    providerIds: listManaged(parts),
    providerSwitches: await parts.store.providerSwitches.read(),
  };
}

/**
 * Excludes simulated providers: anyone can sign in there, and would see the test applications of every developer.
 * They are allowed on loopback, where there is only one developer.
 *
 * @returns the providers at which people end accesses, as a JSON list; null for all
 */
function listManaged({ config, providers }: Pick<Parts, 'config' | 'providers'>) {
  if (isLoopbackHostname(new URL(config.publicUrl).hostname)) return null;
  const ids = environments.flatMap((environment) =>
    providers.list(environment).map(({ id }) => id),
  );
  const isReal = (id: string) => {
    const plugin = providers.findPlugin(chooseEnvironment(providers, id), id);
    return plugin !== undefined && !providers.isSimulated(plugin);
  };
  return JSON.stringify(ids.filter(isReal));
}

/** Chooses live, unless only test applications can use the provider. */
function chooseEnvironment(providers: ProviderRegistry, providerId: string): Environment {
  const isTestOnly =
    providers.find('live', providerId)?.status !== 'available' &&
    providers.find('test', providerId)?.status === 'available';
  return isTestOnly ? 'test' : 'live';
}

/**
 * @param visit - the stand-in of {@link findParty}
 * @param locale - the user's BCP 47 tag
 * @returns the providers of live applications and those that only test applications can use, including hidden ones
 */
export function listForVisit(
  { providers }: Pick<Parts, 'providers'>,
  visit: Application,
  locale: string,
) {
  const live = providers.list('live', locale);
  const isTestOnly = ({ id }: { readonly id: string }) =>
    chooseEnvironment(providers, id) === 'test';
  const test = providers.list('test', locale).filter(isTestOnly);
  const all = [...live.filter((provider) => !isTestOnly(provider)), ...test];
  const managed = all.filter(({ id }) => isOffered(visit.providerIds, id));
  return applySwitches(visit, managed);
}

/**
 * @returns the person, and the environments that the same plug-in serves. Another plug-in may know a different
 *   person under the same ID
 */
export function readPerson(
  { providers }: Pick<Parts, 'providers'>,
  { provider_id, subject }: Pick<Flow, 'provider_id' | 'subject'>,
): ProviderPerson {
  const providerId = provider_id ?? '';
  const plugin = providers.findPlugin(chooseEnvironment(providers, providerId), providerId);
  return {
    providerId,
    subject: subject ?? '',
    environments: environments.filter(
      (environment) => providers.findPlugin(environment, providerId) === plugin,
    ),
  };
}

/** @returns the list for the page */
export async function describeAccesses(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  person: ProviderPerson,
): Promise<Access[]> {
  const accesses = await store.accounts.listAccesses(person, clock.now());
  return accesses.map(({ accountId, application, environment, logo, ...access }) => ({
    account_id: accountId,
    application: { name: application, environment, logo: toLogoPath(logo) },
    shares: parseShares(access.shares),
    granted_at: access.consentedAt,
    ends_at: access.endsAt,
    last_used_at: access.lastUsedAt,
    status: access.status,
  }));
}
