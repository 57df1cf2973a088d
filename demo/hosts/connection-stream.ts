import type { Connection, Session } from './sessions.ts';

/**
 * @param connection - of a visitor
 * @returns what the visitor's page may know of it
 */
export function describeConnection(connection: Connection | null | undefined) {
  if (!connection) return { connected: false };
  const { providerId: provider_id, accountId: account_id, status } = connection;
  return { connected: status !== 'disconnected', provider_id, account_id, status };
}

/**
 * Server-sent events: the visitor's connection now, and again after each change. No message is kept for a page
 * that has lost its stream: its browser connects again, and the new stream begins with what is true then.
 *
 * @param visitor - undefined: a browser without a session, for example after a restart of this backend
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
