import type { Provider } from 'tax-connect/page';
import type { ProviderState } from '../../shapes/unions.ts';
import { Refusal } from '../http/refusal.ts';
import { isOffered } from '../store/provider-switches.ts';
import type { Application } from '../store/store.ts';
import type { FlowParts } from './flow-parts.ts';

type Registered = Pick<FlowParts, 'providers'>;
/** The part of an application that decides on its providers. */
type Offer = Pick<Application, 'environment' | 'providerIds' | 'providerSwitches'>;

/** As in the view `switched_providers`. */
interface StoredSwitch {
  readonly provider_id: string;
  readonly state: ProviderState;
  readonly reason: string | null;
}

/**
 * @param application - as just read
 * @param locale - BCP 47 tag of the user, for the reasons of plug-ins
 * @returns the providers that the application offers, with their availability now. Hidden ones are not listed
 */
export function listOfferedProviders(
  parts: Registered,
  application: Offer,
  locale?: string,
): readonly Provider[] {
  const hidden = readSwitches(application).filter(({ state }) => state === 'hidden');
  return listAll(parts, application, locale).filter(
    ({ id }) => !hidden.some(({ provider_id }) => provider_id === id),
  );
}

/**
 * @param application - as just read
 * @param locale - as for {@link listOfferedProviders}
 * @returns the provider with its availability now, also a hidden one; undefined when the application does not
 *   offer it
 */
export function findOfferedProvider(
  parts: Registered,
  application: Offer,
  { providerId, locale }: { readonly providerId: string; readonly locale?: string },
): Provider | undefined {
  return listAll(parts, application, locale).find(({ id }) => id === providerId);
}

/** Also hidden ones. */
function listAll(
  { providers }: Registered,
  application: Offer,
  locale?: string,
): readonly Provider[] {
  const { environment, providerIds } = application;
  const all = providers.list(environment, locale);
  const offered = providerIds === null ? all : all.filter(({ id }) => isOffered(providerIds, id));
  const isClosed = ({ id }: Provider) => providers.isClosed(environment, id);
  return applySwitches(application, offered, isClosed);
}

/**
 * @param application - as just read
 * @param isClosed - says which providers stay as they are; default: none
 * @returns the providers with their availability now
 */
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
 * A hidden provider is available: a person who has reached its login goes on.
 *
 * @param application - as just read
 * @param providerId - the provider to log in to
 * @returns the provider
 * @throws Refusal 403 `provider_unavailable` when it is unknown, unavailable, or not open to this
 *   application
 */
export function findAvailableProvider(
  parts: Registered,
  application: Offer,
  providerId: string,
): Provider {
  const provider = requireOfferedProvider(parts, application, providerId);
  if (provider.status === 'available') return provider;
  throw createUnavailable(provider.reason ?? 'The provider is not available.');
}

/**
 * @param application - as just read
 * @returns the provider, which may be unavailable
 * @throws Refusal 403 `provider_unavailable` when the application does not offer it
 */
export function requireOfferedProvider(
  parts: Registered,
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

/** @throws Refusal 403 `provider_unavailable` when the provider is hidden */
export function assertListed(application: Offer, providerId: string): void {
  const isHidden = readSwitches(application).some(
    ({ provider_id, state }) => provider_id === providerId && state === 'hidden',
  );
  if (isHidden) throw createUnavailable('The operator has hidden this provider.');
}

function createUnavailable(description: string): Refusal {
  return new Refusal([403, 'provider_unavailable'], description, { retryable: false });
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
