import { createHash } from 'node:crypto';
import type { ProviderPlugin } from 'tax-connect/providers';

/** The bytes and the type of a picture. */
interface ProviderLogo {
  readonly bytes: Buffer<ArrayBuffer>;
  /** The value of `Content-Type`. */
  readonly type: string;
}

const dataAddress = /^data:(image\/(?:png|webp|jpeg|gif|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The logos that plug-ins contain. The service does not fetch pictures from other addresses. */
export interface ProviderLogos {
  /** @returns the path of a logo that a plug-in contains, which changes with its bytes; other addresses stay */
  findPath(logo: string | undefined): string | null;
  find(name: string): ProviderLogo | undefined;
}

export function createProviderLogos(plugins: readonly ProviderPlugin[]): ProviderLogos {
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
