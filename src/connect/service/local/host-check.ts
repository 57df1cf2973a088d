import { isLoopbackHostname } from '../addresses/host-origin.ts';
import type { AppConfig } from '../http/parts.ts';

export type HostCheck = (host: string | undefined) => boolean;

interface Reach extends Pick<AppConfig, 'exposure'> {
  readonly publicUrl?: string | undefined;
}

/**
 * Creates a check that the `Host` header names this service. A page of another site can let the name of its own host
 * lead to this machine, and would then count as a page of this service.
 *
 * @see https://en.wikipedia.org/wiki/DNS_rebinding
 */
export function createHostCheck({ exposure, publicUrl }: Reach): HostCheck {
  if (!exposure) return () => true;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  return (host = '') => {
    const address = `${own?.protocol ?? 'http:'}//${host}`;
    if (!URL.canParse(address)) return false;
    const { hostname, host: sent } = new URL(address);
    return isLoopbackHostname(hostname) || sent === own?.host;
  };
}
