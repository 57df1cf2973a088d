import type { Access } from '../../shapes/flow-answers.ts';
import { type Environment, environments, parseShares } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/loopback-hostname.ts';
import type { Parts } from '../http/parts.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { ProviderPerson } from '../store/accesses.ts';
import { noApplication } from '../store/flows-table.ts';
import { isOffered } from '../store/provider-switches.ts';
import type { Application, Flow } from '../store/store.ts';
import { toLogoPath } from './describe-party.ts';
import { findApplication } from './flow-application.ts';
import type { FlowParts } from './flow-parts.ts';
import { applySwitches } from './offered-providers.ts';

/*
 * A visit is a flow of the kind `manage`: a person signs in at `/manage` as in Connect, sees the applications
 * with access through that account, and ends it. It gives no application anything.
 */

/**
 * @param flow - a flow that goes on
 * @returns its application. A visit has none; it gets a stand-in with the environment of its provider
 * @throws Refusal 401 `unknown_client` when the application has been deleted meanwhile
 */
export async function findParty(
  parts: Pick<FlowParts, 'config' | 'providers' | 'store'>,
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
    tokenDays: null,
    providerIds: listManaged(parts),
    providerSwitches: await parts.store.providerSwitches.read(),
  };
}

/**
 * Anyone can sign in at a simulated provider, and would see the test applications of every developer. Only a
 * service on loopback has one developer's alone.
 *
 * @returns the providers at which people end accesses, as a JSON list; null: all
 */
function listManaged({ config, providers }: Pick<FlowParts, 'config' | 'providers'>) {
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

/** Live, unless only test applications can use the provider. */
function chooseEnvironment(providers: ProviderRegistry, providerId: string): Environment {
  const isTestOnly =
    providers.find('live', providerId)?.status !== 'available' &&
    providers.find('test', providerId)?.status === 'available';
  return isTestOnly ? 'test' : 'live';
}

/**
 * @param visit - the stand-in of {@link findParty}
 * @param locale - BCP 47 tag of the user
 * @returns the providers of live applications, and those that only test applications can use; also hidden ones
 */
export function listForVisit(
  { providers }: Pick<FlowParts, 'providers'>,
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
 * @param flow - a visit whose person has signed in
 * @returns the person, and the environments that the same plug-in serves. Under the same ID, another plug-in
 *   may know another person
 */
export function readPerson(
  { providers }: Pick<FlowParts, 'providers'>,
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

/** @returns what the page lists */
export async function describeAccesses(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  person: ProviderPerson,
): Promise<Access[]> {
  const accesses = await store.accesses.list(person, clock.now());
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
