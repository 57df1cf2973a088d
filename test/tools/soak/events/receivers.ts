import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** The answers of a receiver: at once, late, never successful, or 410. */
export type ReceiverKind = 'quick' | 'slow' | 'failing' | 'gone';

/** A receiver of webhooks, and everything that has arrived there. */
export interface SoakReceiver {
  readonly kind: ReceiverKind;
  readonly url: string;
  /** The secret of its webhook, once it has been added. */
  secret: string;
  /** The first arrival of each event that was answered with success, in milliseconds since the epoch. */
  readonly arrivals: Map<string, number>;
  /** The number of requests, including repeated ones. */
  requests: number;
  /** The number of requests that the secret has not signed. */
  forged: number;
}

/** Receivers in this process, one path for each. */
export interface SoakReceivers {
  readonly all: readonly SoakReceiver[];
  close(): Promise<void>;
}

/** Short enough that eight simultaneous requests are more than the events of a receiver in this time. */
const slowAnswerMs = 750;

/**
 * @param kinds - the kind of each receiver
 * @returns the receivers, on a free port of the loopback device
 */
export async function startReceivers(kinds: readonly ReceiverKind[]): Promise<SoakReceivers> {
  const all: SoakReceiver[] = [];
  const server = createServer(async (request, response) => {
    const receiver = all[Number(request.url?.slice(1))];
    const body = await text(request).catch(() => undefined);
    // The process that was sending has been killed.
    if (receiver === undefined || body === undefined) return response.destroy();
    receiver.requests += 1;
    try {
      new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>);
    } catch {
      receiver.forged += 1;
    }
    const id = String(request.headers['webhook-id']);
    if (receiver.kind === 'slow') await new Promise((done) => setTimeout(done, slowAnswerMs));
    return answer(receiver, id, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  for (const kind of kinds) {
    const url = `http://localhost:${port}/${all.length}`;
    all.push({ kind, url, secret: '', arrivals: new Map(), requests: 0, forged: 0 });
  }
  return {
    all,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function answer({ kind, arrivals }: SoakReceiver, id: string, response: ServerResponse): void {
  if (kind === 'failing') response.writeHead(500).end();
  else if (kind === 'gone') response.writeHead(410).end();
  else {
    if (!arrivals.has(id)) arrivals.set(id, Date.now());
    response.writeHead(204).end();
  }
}
