import { type Access, noTerms } from '../../shapes/flow-answers.ts';
import { type Environment, environments, parseShares } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import { findApplication } from '../applications/flow-application.ts';
import { toLogoPath } from '../applications/logos.ts';
import { type Application, noApplication } from '../applications/registered-application.ts';
import type { ProviderPerson } from '../connections/accesses.ts';
import type { Parts } from '../http/parts.ts';
import { isOffered } from '../providers/provider-switches.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Flow } from './flows-table.ts';
import { applySwitches } from './offered-providers.ts';

/* A visit is a flow of the kind `manage`. A person signs in at `/manage` as in Connect, sees the applications with
   access through that account, and can end it. A visit gives no application access. */

/** Finds the flow's application. A visit has none, so it gets a stand-in with the environment of its provider. */
export async function findParty(
  parts: Parts,
  flow: Pick<Flow, 'client_id' | 'kind' | 'provider_id'>,
): Promise<Application> {
  if (flow.kind !== 'manage') return await findApplication(parts, flow);
  return {
    clientId: noApplication,
    publicClientId: noApplication,
    registered_at: 0,
    name: '',
    environment: chooseEnvironment(parts.providers, flow.provider_id ?? ''),
    source: 'file',
    submission_limit: null,
    submissions_used: 0,
    anonymous_submissions: 0,
    ...noTerms,
    accent_color: null,
    support_url: null,
    token_days: null,
    provider_ids: listManaged(parts),
    providerSwitches: await parts.store.providerSwitches.read(),
  };
}

/**
 * Returns the IDs of the providers at which people can end accesses, as a JSON list; null for all. Simulated providers
 * are excluded, because anyone can sign in there, and would see the test applications of every developer. On loopback
 * there is only one developer.
 */
function listManaged({ config, providers }: Parts) {
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

/** Returns `live`, unless only test applications can use the provider. */
function chooseEnvironment(providers: ProviderRegistry, providerId: string): Environment {
  const isTestOnly =
    providers.find('live', providerId)?.status !== 'available' &&
    providers.find('test', providerId)?.status === 'available';
  return isTestOnly ? 'test' : 'live';
}

/**
 * Lists the providers of live applications, and those that only test applications can use, even hidden ones.
 *
 * @param visit - the stand-in of {@link findParty}
 */
export function listForVisit({ providers }: Parts, visit: Application, locale: string) {
  const live = providers.list('live', locale);
  const isTestOnly = ({ id }: { readonly id: string }) =>
    chooseEnvironment(providers, id) === 'test';
  const test = providers.list('test', locale).filter(isTestOnly);
  const all = [...live.filter((provider) => !isTestOnly(provider)), ...test];
  const managed = all.filter(({ id }) => isOffered(visit.provider_ids, id));
  return applySwitches(visit, managed);
}

/**
 * Returns the person who has signed in. The environments are those in which the provider has the same plug-in, because
 * another plug-in may know a different person under the same ID.
 */
export function readPerson(
  { providers }: Parts,
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

export async function describeAccesses(
  { clock, store }: Parts,
  person: ProviderPerson,
): Promise<Access[]> {
  const accesses = await store.accounts.listAccesses(person, clock.now());
  return accesses.map(({ name, environment, logo, ...access }) => ({
    ...access,
    application: { name, environment, logo: toLogoPath(logo) },
    shares: parseShares(access.shares),
  }));
}
