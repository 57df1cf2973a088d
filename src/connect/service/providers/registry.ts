import { createHash } from 'node:crypto';
import type { Provider } from 'tax-connect/page';
import type { ProviderPlugin, RedirectProvider, Share } from 'tax-connect/providers';
import type { ServiceTexts } from '../../../texts/surfaces.ts';
import type { Environment } from '../../shapes/unions.ts';
import type { GrantSeal } from '../basics/grant-seal.ts';
import { chooseTexts } from '../http/notice.ts';
import { type SimulatedInfo, sandboxProviderId } from './simulated.ts';

export type ProviderRegistry = ReturnType<typeof createProviderRegistry>;

/** The shares (kinds of data to consent to) of plug-ins that declare none. */
const defaultShares: readonly Share[] = ['identity', 'returns', 'forms'];

interface RegistryParts {
  readonly simulated: readonly ProviderPlugin[];
  readonly loaded?: readonly ProviderPlugin[] | undefined;
  readonly seal: GrantSeal;
  readonly isOpenToTests?: boolean | undefined;
}

export function createProviderRegistry(parts: RegistryParts) {
  const { simulated, loaded, seal } = parts;
  const isOpenToTests = parts.isOpenToTests === true && loaded !== undefined;
  const live = loaded ?? simulated;
  const sandbox = simulated.filter(({ info }) => info.id === sandboxProviderId);
  const others = live.filter(({ info }) => info.id !== sandboxProviderId);
  const plugins = { live, test: [...sandbox, ...others] };
  /** True when applications of the environment can never use the provider. */
  const isClosed = (environment: Environment, id: string): boolean =>
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
  // Each list is built once for its environment and language, because every flow starts with a list.
  const lists = new Map<string, readonly Provider[]>();
  /** Lists every provider, available or not in the environment, with reasons in the language of the locale. */
  const list = (environment: Environment, locale = 'en'): readonly Provider[] => {
    const texts = chooseTexts([locale]);
    const key = `${environment} ${texts.lang}`;
    const known = lists.get(key) ?? describeAll(environment, texts);
    lists.set(key, known);
    return known;
  };
  const findPlugin = (environment: Environment, id: string): ProviderPlugin | undefined =>
    plugins[environment].find(({ info }) => info.id === id);
  return {
    /** Encrypts the grants and states of plug-ins. */
    seal,
    logos,
    isClosed,
    /** Lists the provider's shares, the kinds of data that people consent to; none for an unknown provider. */
    listShares(environment: Environment, id: string): readonly Share[] {
      const plugin = findPlugin(environment, id);
      return plugin ? (plugin.info.shares ?? defaultShares) : [];
    },
    /** True when the plug-in is a simulated provider. The page shows its test logins. */
    isSimulated: (plugin: ProviderPlugin) => simulated.includes(plugin),
    list,
    /** Finds a provider by its ID, whether or not it is available. */
    find: (environment: Environment, id: string) =>
      list(environment).find((provider) => provider.id === id),
    findPlugin,
  };
}

/** True when people sign in on the provider's own site. A plug-in's `authorize` may be inherited or undefined. */
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
    // The surface is where a flow may run, frame or popup. Providers do not allow their own login page in a frame.
    surface: isRedirect ? ('popup' as const) : (info.surface ?? ('any' as const)),
  };
}

function closeForTests(info: SimulatedInfo): SimulatedInfo {
  return { ...info, status: 'unavailable', reasonCode: 'live_only' };
}

export function findProviderId(providers: readonly Provider[], text: string): string | undefined {
  const fold = (word: string) => word.normalize('NFC').toLowerCase();
  const wanted = fold(text);
  return providers.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => fold(word) === wanted),
  )?.id;
}

interface ProviderLogo {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
}

const dataAddress = /^data:(image\/(?:png|webp|jpeg|gif|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/;

function createProviderLogos(plugins: readonly ProviderPlugin[]) {
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
    /**
     * Returns the path or URL of a logo. The path of a logo that a plug-in contains changes with the logo's bytes.
     * The URL of any other logo stays as it is, because the service does not fetch pictures.
     */
    findPath: (logo: string | undefined): string | null => paths.get(logo) ?? logo ?? null,
    find: (name: string) => logos.get(name),
  };
}
