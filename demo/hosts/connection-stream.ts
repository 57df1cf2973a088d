import type { Connection, Session } from './sessions.ts';

/** @returns the values of a connection that the visitor's page may know, which exclude the access token */
export function describeConnection(connection: Connection | null | undefined) {
  if (!connection) return { connected: false };
  const { providerId: provider_id, accountId: account_id, status } = connection;
  return { connected: status !== 'disconnected', provider_id, account_id, status };
}

/**
 * Sends the visitor's connection as server-sent events: now, and after each change. Messages that a page misses while
 * its stream is interrupted are not stored. The browser connects again, and the new stream begins with the current
 * state.
 *
 * @param visitor - undefined if the browser has no session, for example after a restart of this backend
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function streamConnection(visitor: Session | undefined): Response {
  let stop: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () => {
        const message = JSON.stringify(describeConnection(visitor?.connection));
        controller.enqueue(new TextEncoder().encode(`data: ${message}\n\n`));
      };
      stop = visitor?.followConnection(send);
      send();
    },
    cancel: () => stop?.(),
  });
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
  return new Response(body, { headers });
}
