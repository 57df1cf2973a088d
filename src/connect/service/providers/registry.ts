import { createHash } from 'node:crypto';
import type { Provider } from 'tax-connect/page';
import type { ProviderPlugin, RedirectProvider, Share } from 'tax-connect/providers';
import type { ServiceTexts } from '../../../texts/surfaces.ts';
import type { Environment } from '../../shapes/unions.ts';
import type { GrantSeal } from '../basics/grant-seal.ts';
import { chooseTexts } from '../http/notice.ts';
import { type SimulatedInfo, sandboxProviderId } from './simulated.ts';

/** The providers of a service, for its users and for calls of plug-ins. */
export interface ProviderRegistry {
  /** Encrypts the grants and states of plug-ins. */
  readonly seal: GrantSeal;
  /**
   * @param locale - the user's BCP 47 tag, for the reasons; default: English
   * @returns every provider, with its availability for users of such an application
   */
  list(environment: Environment, locale?: string): readonly Provider[];
  /** @returns the provider with this ID, available or not, or undefined */
  find(environment: Environment, id: string): Provider | undefined;
  /** @returns whether applications of this environment can never use the provider */
  isClosed(environment: Environment, id: string): boolean;
  /** @returns the shares of this provider, as consent lists them; empty for an unknown provider */
  listShares(environment: Environment, id: string): readonly Share[];
  readonly logos: ProviderLogos;
  /** @returns whether it is a simulated provider, whose test logins the page shows */
  isSimulated(plugin: ProviderPlugin): boolean;
  /** @returns the plug-in of this provider, or undefined */
  findPlugin(environment: Environment, id: string): ProviderPlugin | undefined;
}

declare module '../http/parts.ts' {
  interface Parts {
    readonly providers: ProviderRegistry;
  }
}

/** The default for plug-ins that declare no shares. */
const defaultShares: readonly Share[] = ['identity', 'returns', 'forms'];

interface RegistryParts {
  /** The simulated providers, for tests and for a service without plug-ins. */
  readonly simulated: readonly ProviderPlugin[];
  /** The plug-ins of PROVIDERS_MODULE, for live applications; undefined without a module. */
  readonly loaded?: readonly ProviderPlugin[] | undefined;
  readonly seal: GrantSeal;
  /** Whether test applications may use the plug-ins, too. */
  readonly isOpenToTests?: boolean | undefined;
}

export function createProviderRegistry(parts: RegistryParts): ProviderRegistry {
  const { simulated, loaded, seal } = parts;
  const isOpenToTests = parts.isOpenToTests === true && loaded !== undefined;
  const live = loaded ?? simulated;
  const sandbox = simulated.filter(({ info }) => info.id === sandboxProviderId);
  const others = live.filter(({ info }) => info.id !== sandboxProviderId);
  const plugins = { live, test: [...sandbox, ...others] };
  const isClosed = (environment: Environment, id: string) =>
    environment === 'test' && !isOpenToTests && id !== sandboxProviderId;
  const logos = createProviderLogos([...plugins.live, ...plugins.test]);
  const describeAll = (environment: Environment, texts: ServiceTexts) =>
    plugins[environment].map((plugin) => {
      const isRedirect = isRedirectProvider(plugin);
      const isLiveOnly = isClosed(environment, plugin.info.id);
      const info = isLiveOnly ? closeForTests(plugin.info) : plugin.info;
      const logo = logos.findPath(info.logo);
      return { ...describe(info, isRedirect, texts), logo, live_only: isLiveOnly };
    });
  // Built once for each environment and language, because every flow starts with a list.
  const lists = new Map<string, readonly Provider[]>();
  const list = (environment: Environment, locale = 'en') => {
    const texts = chooseTexts([locale]);
    const key = `${environment} ${texts.lang}`;
    const known = lists.get(key) ?? describeAll(environment, texts);
    lists.set(key, known);
    return known;
  };
  const findPlugin = (environment: Environment, id: string) =>
    plugins[environment].find(({ info }) => info.id === id);
  return {
    seal,
    logos,
    isClosed,
    listShares(environment, id) {
      const plugin = findPlugin(environment, id);
      return plugin ? (plugin.info.shares ?? defaultShares) : [];
    },
    isSimulated: (plugin) => simulated.includes(plugin),
    list,
    find: (environment, id) => list(environment).find((provider) => provider.id === id),
    findPlugin,
  };
}

/**
 * @param plugin - checked by `defineProviders`; its methods may be inherited or undefined
 * @returns whether users sign in on the provider's own site
 */
export function isRedirectProvider(plugin: ProviderPlugin): plugin is RedirectProvider {
  return 'authorize' in plugin && plugin.authorize !== undefined;
}

function describe(info: SimulatedInfo, isRedirect: boolean, texts: ServiceTexts) {
  return {
    id: info.id,
    name: info.name,
    domain: info.domain,
    aliases: info.aliases ?? [],
    popular: info.popular ?? false,
    status: info.status ?? ('available' as const),
    reason: (info.reasonCode && texts.reasons[info.reasonCode]) ?? info.reason ?? null,
    // Providers do not allow their login page in a frame.
    surface: isRedirect ? ('popup' as const) : (info.surface ?? ('any' as const)),
  };
}

function closeForTests(info: SimulatedInfo): SimulatedInfo {
  return { ...info, status: 'unavailable', reasonCode: 'live_only' };
}

/** @returns the ID of the provider with this ID, name or alias */
export function findProviderId(providers: readonly Provider[], text: string): string | undefined {
  const wanted = text.toLowerCase();
  return providers.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === wanted),
  )?.id;
}

/** The bytes and the type of a picture. */
interface ProviderLogo {
  readonly bytes: Buffer<ArrayBuffer>;
  /** The value of `Content-Type`. */
  readonly type: string;
}

const dataAddress = /^data:(image\/(?:png|webp|jpeg|gif|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The logos that plug-ins contain. The service does not fetch pictures from other addresses. */
interface ProviderLogos {
  /** @returns the path of a logo that a plug-in contains, which changes with its bytes; other addresses stay */
  findPath(logo: string | undefined): string | null;
  find(name: string): ProviderLogo | undefined;
}

function createProviderLogos(plugins: readonly ProviderPlugin[]): ProviderLogos {
  const logos = new Map<string, ProviderLogo>();

  const paths = new Map<string | undefined, string | null>([[undefined, null]]);
  for (const { logo } of plugins.map(({ info }) => info)) {
    const [, type, base64] = dataAddress.exec(logo ?? '') ?? [];
    if (type === undefined || base64 === undefined) continue;
    const bytes = Buffer.from(base64, 'base64');
    const name = createHash('sha256').update(type).update(bytes).digest('hex');
    logos.set(name, { bytes, type });
    paths.set(logo, `/connect/logos/${name}`);
  }
  return {
    findPath: (logo) => paths.get(logo) ?? logo ?? null,
    find: (name) => logos.get(name),
  };
}
