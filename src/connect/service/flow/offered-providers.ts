import type { Provider } from 'tax-connect/page';
import type { ProviderPlugin } from 'tax-connect/providers';
import type { ProviderState } from '../../shapes/unions.ts';
import type { Application } from '../applications/registered-application.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { isOffered } from '../providers/provider-switches.ts';
import { createInvalidStep } from './flow-token.ts';

type Offer = Pick<Application, 'environment' | 'provider_ids' | 'providerSwitches'>;

/** An operator's setting of a provider's availability, as the view `switched_providers` returns it. */
interface StoredSwitch {
  readonly provider_id: string;
  readonly state: ProviderState;
  readonly reason: string | null;
}

/**
 * Lists the providers that the application offers, with their current availability. Providers that the operator has
 * hidden are left out.
 *
 * @param locale - the user's BCP 47 tag, for the reasons of plug-ins
 */
export function listOfferedProviders(
  parts: Parts,
  application: Offer,
  locale?: string,
): readonly Provider[] {
  const hidden = readSwitches(application).filter(({ state }) => state === 'hidden');
  return listAll(parts, application, locale).filter(
    ({ id }) => !hidden.some(({ provider_id }) => provider_id === id),
  );
}

/** Finds a provider that the application offers, with its current availability, even when it is hidden. */
export function findOfferedProvider(
  parts: Parts,
  application: Offer,
  { providerId, locale }: { readonly providerId: string; readonly locale?: string },
): Provider | undefined {
  return listAll(parts, application, locale).find(({ id }) => id === providerId);
}

/** Lists the providers that the application offers, including those that the operator has hidden. */
function listAll({ providers }: Parts, application: Offer, locale?: string): readonly Provider[] {
  const { environment, provider_ids } = application;
  const all = providers.list(environment, locale);
  const offered = provider_ids === null ? all : all.filter(({ id }) => isOffered(provider_ids, id));
  const isClosed = ({ id }: Provider) => providers.isClosed(environment, id);
  return applySwitches(application, offered, isClosed);
}

/** Applies the operator's settings to the providers. One for which `isClosed` is true keeps its own availability. */
export function applySwitches(
  application: Pick<Offer, 'providerSwitches'>,
  providers: readonly Provider[],
  isClosed: (provider: Provider) => boolean = () => false,
): readonly Provider[] {
  const switches = readSwitches(application);
  if (switches.length === 0) return providers;
  return providers.map((provider) =>
    isClosed(provider)
      ? provider
      : applySwitch(
          provider,
          switches.find(({ provider_id }) => provider_id === provider.id),
        ),
  );
}

/**
 * Finds a provider for a login. A hidden provider counts as available, so that a person who has reached its login can
 * continue.
 *
 * @throws Refusal 403 `provider_unavailable` when it is unknown, unavailable, or not offered
 */
export function findAvailableProvider(
  parts: Parts,
  application: Offer,
  providerId: string,
): Provider {
  const provider = requireOfferedProvider(parts, application, providerId);
  if (provider.status === 'available') return provider;
  throw createUnavailable(provider.reason ?? 'The provider is not available.');
}

/**
 * Finds the plug-in of the flow's provider, if it has the kind of login that `isKind` tests: a form, or the provider's
 * own site. Throws `invalid_step` for a plug-in of the other kind.
 *
 * @throws Refusal as {@link findAvailableProvider}
 */
export function findPluginOfKind<Kind extends ProviderPlugin>(
  parts: Parts,
  application: Offer,
  flow: { provider_id: string | null; isKind(plugin: ProviderPlugin): plugin is Kind },
): Kind {
  const { id } = findAvailableProvider(parts, application, flow.provider_id ?? '');
  const plugin = parts.providers.findPlugin(application.environment, id);
  if (plugin && flow.isKind(plugin)) return plugin;
  throw createInvalidStep();
}

/** Finds a provider, even an unavailable one. Throws 403 `provider_unavailable` when it is not offered. */
export function requireOfferedProvider(
  parts: Parts,
  application: Offer,
  providerId: string,
): Provider {
  const provider = findOfferedProvider(parts, application, { providerId });
  if (provider) return provider;
  throw createUnavailable(
    parts.providers.find(application.environment, providerId)
      ? 'The application does not offer this provider.'
      : 'There is no such provider.',
  );
}

/** Refuses a provider that the operator has hidden. */
export function assertListed(application: Offer, providerId: string): void {
  const isHidden = readSwitches(application).some(
    ({ provider_id, state }) => provider_id === providerId && state === 'hidden',
  );
  if (isHidden) throw createUnavailable('The operator has hidden this provider.');
}

function createUnavailable(description: string): Refusal {
  return new Refusal([403, 'provider_unavailable'], description);
}

function applySwitch(provider: Provider, switched: StoredSwitch | undefined): Provider {
  switch (switched?.state) {
    case 'available':
      return { ...provider, status: 'available', reason: null };
    case 'unavailable':
      return { ...provider, status: 'unavailable', reason: switched.reason };
    default:
      return provider;
  }
}

function readSwitches({
  providerSwitches,
}: Pick<Offer, 'providerSwitches'>): readonly StoredSwitch[] {
  return JSON.parse(providerSwitches);
}
