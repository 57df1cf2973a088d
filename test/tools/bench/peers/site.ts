import { createDocument, startSite } from '../support/site.ts';
import type { BuiltFiles } from './build.ts';

/** Host's pages and stand-ins of Connect pages, on two sites of this machine. */
export interface PeerSite
  extends Pick<Awaited<ReturnType<typeof startSite>>, 'setDelay' | 'close'> {
  /** @returns address of a contender's host page */
  hostUrl(name: string): string;
  /** @returns address of a contender's Connect page */
  connectUrl(name: string): string;
  /** Starts to serve the built files. Before that, every address is empty. */
  serve(files: BuiltFiles): void;
  /** The time that a stand-in waits before it sends a code, in milliseconds. */
  setSilence(silenceMs: number): void;
}

/** @returns the site, on a free port of the loopback device */
export async function startPeerSite(): Promise<PeerSite> {
  let files: BuiltFiles = new Map();
  let silenceMs = 0;
  const site = await startSite((pathname) => {
    const body = files.get(pathname);
    if (body !== undefined) return { type: 'text/javascript', body };
    // Finch compares the origin with the whole address that it was given, so that address has no path.
    const path = pathname === '/authorize' ? '/pages/finch' : pathname.replace(/\/$/, '');
    const meta = `<meta name="silence-ms" content="${silenceMs}">\n`;
    return files.has(`${path}.js`) ? createDocument(`${path}.js`, meta) : undefined;
  });
  const connectUrl = (name: string) => site.urlOf('connect', `/pages/${name}`);
  return {
    ...site,
    connectUrl,
    hostUrl(name) {
      const query = new URLSearchParams({ connect_url: connectUrl(name) });
      return site.urlOf('host', `/hosts/${name}?${query}`);
    },
    serve(built) {
      files = built;
    },
    setSilence(value) {
      silenceMs = value;
    },
  };
}
