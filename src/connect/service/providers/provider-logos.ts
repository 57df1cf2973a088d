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
  /** @returns the name in the logo's address, which changes with its bytes; null for a logo at another address */
  findName(logo: string | null): string | null;
  find(name: string): ProviderLogo | undefined;
}

/** Reads a logo only when it is requested, because most services never list their providers to a backend. */
export function createProviderLogos(plugins: readonly ProviderPlugin[]): ProviderLogos {
  const names = new Map<string, string | null>();
  const logos = new Map<string, ProviderLogo>();

  function readLogo(logo: string): string | null {
    const [, type, base64] = dataAddress.exec(logo) ?? [];
    if (type === undefined || base64 === undefined) return null;
    const bytes = Buffer.from(base64, 'base64');
    const name = createHash('sha256').update(type).update(bytes).digest('hex');
    logos.set(name, { bytes, type });
    return name;
  }

  function findName(logo: string | null): string | null {
    if (logo === null) return null;
    const known = names.get(logo);
    if (known !== undefined) return known;
    const name = readLogo(logo);
    names.set(logo, name);
    return name;
  }

  return {
    findName,
    find(name) {
      // The address may come from an answer of another process.
      for (const { info } of plugins) findName(info.logo ?? null);
      return logos.get(name);
    },
  };
}
