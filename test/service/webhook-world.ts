import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { listen, stop } from '../support/listen.ts';
import { createTestService, type ServiceOptions, type TestService } from './harness.ts';
import { createProviders } from './plugin-service.ts';
import { minute, start } from './test-application.ts';
import { readJson } from './world.ts';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type AnswerWebhook = (response: ServerResponse, received: Received) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): AnswerWebhook =>
  (response) => {
    response.writeHead(status, headers).end();
  };

/** A receiver on this machine. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** The connections that were made, also without a request. */
  readonly counts: { connections: number };
  answer: AnswerWebhook;
}

export async function startReceiver(answer: AnswerWebhook = answerWith(204)): Promise<Receiver> {
  const received: Received[] = [];
  const counts = { connections: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      receiver.answer(response, one);
    });
  });
  server.on('connection', () => {
    counts.connections += 1;
  });
  const port = await listen(server);
  onTestFinished(() => stop(server));
  const url = `http://localhost:${port}/hooks`;
  const receiver: Receiver = { url, port, received, counts, answer };
  return receiver;
}

export const serveWebhooks = (options: ServiceOptions = {}): Promise<TestService> =>
  createTestService({ providers: createProviders(), ...options });

/** Requests to the admin API about one application. */
export function createAdmin({ admin }: Pick<TestService, 'admin'>, clientId = 'test_app') {
  const base = `applications/${clientId}`;
  const post = (path: string, body: object = {}) => admin.post(`${base}/${path}`, body);
  const get = (path: string) => admin.read(`${base}/${path}`);
  return {
    post,
    get,
    async add(url: string, types: readonly string[] | 'all' = 'all') {
      const answer = await post('webhooks/add', { url, types });
      expect(answer.status).toBe(201);
      const { webhook_id, secret } = await readJson(answer);
      return { id: String(webhook_id), secret: String(secret) };
    },
    async test(id: string): Promise<string> {
      const answer = await post(`webhooks/${id}/test`);
      expect(answer.status).toBe(201);
      return String((await readJson(answer)).delivery_id);
    },
    async find(id: string) {
      const { webhooks } = await get('webhooks');
      return (webhooks as { webhook_id: string }[]).find((one) => one.webhook_id === id);
    },
    async listDeliveries(id: string, query = '') {
      const { deliveries } = await get(`webhooks/${id}/deliveries${query}`);
      return deliveries as {
        delivery_id: string;
        status: string;
        next_try_at: number | null;
        tries: object[];
      }[];
    },
  };
}

/** The end of a try that has succeeded at this time. */
export const succeed = (at: number) => ({
  ...{ made: { at, ms: 1, result: 204 }, isDelivered: true },
  ...{ dueAt: null, endsAt: null, pausedUntil: 0 },
});

/** The end of a try that has failed at this time, and whose receiver wants a pause. */
export const fail = (at: number) => ({
  ...{ made: { at, ms: 1, result: 'timeout' as const }, isDelivered: false },
  ...{ dueAt: at + minute, endsAt: at + 60 * minute, pausedUntil: at + 60 * minute },
});

/** A service with one webhook on a receiver of this machine. */
export async function serveOne(
  answer: AnswerWebhook = answerWith(204),
  options: ServiceOptions = {},
) {
  const receiver = await startReceiver(answer);
  const service = await serveWebhooks(options);
  const admin = createAdmin(service);
  const { id, secret } = await admin.add(receiver.url);
  /** Sends a test event, and resolves when its first try has ended. */
  async function send() {
    const deliveryId = await admin.test(id);
    await service.deliverDue();
    return deliveryId;
  }
  const deliverAfter = async (ms: number) => {
    service.advance(ms);
    await service.deliverDue();
  };
  const addMany = async (count: number, to = id) => {
    for (let added = 0; added < count; added += 1) await admin.test(to);
  };
  const take = (now = start, count = 64) =>
    service.store.deliveryQueue.take({ now, until: now + minute, count });
  return { receiver, service, admin, id, secret, send, deliverAfter, addMany, take };
}
