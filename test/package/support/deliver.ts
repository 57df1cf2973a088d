import { Webhook } from 'standardwebhooks';
import { webhookSecret } from './start-program.ts';

interface Delivery {
  readonly type?: string;
  readonly secondsAgo?: number;
  /** The indentation of the body. With 0, a parsed body that is written again has the same bytes. */
  readonly indent?: number;
  /** Changes the body after it was signed. */
  readonly forge?: (body: string) => string;
}

/** Delivers an event of an account to a receiver, as the service does during a rotation. @returns the answer's status */
export async function deliver(origin: string, delivery: Delivery = {}): Promise<number> {
  const { type = 'connection.login_required', secondsAgo = 0, indent = 2, forge } = delivery;
  const time = new Date(Date.now() - secondsAgo * 1000);
  const id = `ev_${type}`;
  const data = { account_id: 'acc_1', provider_id: 'sandbox', by: 'person' };
  const event = { id, type, created_at: '2026-01-02T03:04:05.000Z', data };
  const body = JSON.stringify(event, null, indent);
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(webhookSecret).sign(id, time, body)}`,
  };
  const sent = forge?.(body) ?? body;
  return (await fetch(`${origin}/hooks`, { method: 'POST', headers, body: sent })).status;
}
