import { createHash } from 'node:crypto';
import { writeServiceAddresses } from '../../../build/service-addresses.ts';
import type { Asset, Assets } from './assets.ts';

/** A file of the SDK at one of its addresses. */
interface SdkFile extends Asset {
  /** Whether the address contains a hash of the content. */
  readonly isImmutable: boolean;
}

/** The SDK that this service serves. It opens this service and no other. */
export interface Sdk {
  readonly version: string;
  /** The script tag at the address with the hash; undefined when it is not built. */
  readonly script: { readonly path: string; readonly integrity: string } | undefined;
  /** @param folder - `<version>-<hash>`, or `<version>` alone */
  find(folder: string, name: string): SdkFile | undefined;
}

/**
 * Writes the service's addresses into the script tag, and computes the hash of the result.
 *
 * @param publicUrl - the origin of this service
 * @returns the files below `/sdk/`
 * @throws Error when the script has no placeholder for the addresses and would open another service
 */
export function prepareSdk({ version, files }: Assets['sdk'], publicUrl: string): Sdk {
  const built = files.get('tax-connect.js');
  if (!built) return { version, script: undefined, find: () => undefined };
  const text = writeServiceAddresses(new TextDecoder().decode(built.body), {
    connectUrl: `${publicUrl}/connect`,
    docsUrl: `${publicUrl}/docs/errors`,
  });
  const body = new TextEncoder().encode(text);
  const digest = createHash('sha384').update(body).digest();
  const integrity = `sha384-${digest.toString('base64')}`;
  const hashedFolder = `${version}-${digest.toString('hex').slice(0, 16)}`;
  const served = new Map(files).set('tax-connect.js', { ...built, body });
  const hashes = {
    'tax-connect.js': integrity,
    [`../${hashedFolder}/tax-connect.js`]: integrity,
  };
  const integrityFile = createJson(hashes);
  return {
    version,
    script: { path: `/sdk/${hashedFolder}/tax-connect.js`, integrity },
    find(folder, name) {
      const isImmutable = folder === hashedFolder;
      if (!isImmutable && folder !== version) return undefined;
      const file = name === 'integrity.json' && !isImmutable ? integrityFile : served.get(name);
      return file && { ...file, isImmutable };
    },
  };
}

function createJson(value: object): Asset {
  const body = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return { body, type: 'application/json', isHashed: false };
}
