import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { addEvents } from '../../../../src/connect/service/events/events.ts';
import type { Database } from '../../../../src/connect/service/store/schema.ts';
import type { Fleet } from '../fleet.ts';

/** An application with one receiver. */
export interface EventApplication {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The number of events to create, and the rate. */
export interface Production {
  /** The rate of all applications together. */
  readonly events: number;
  readonly perSecond: number;
}

/** The number of each application's events that come from requests to the service. The others are only written. */
const realEvents = 20;
const tickMs = 250;
const retryMs = 250;

/**
 * Creates events of every application at a steady rate. Some result from an exchange or a lost login, through the
 * processes of the service. The others are written by the function that every part of the store calls for its
 * events, because exchanges would need both cores.
 *
 * @returns the number of events that came from requests
 */
export async function produceEvents(
  applications: readonly EventApplication[],
  { database, fleet }: { readonly database: Kysely<Database>; readonly fleet: Fleet },
  { events, perSecond }: Production,
): Promise<number> {
  const isReal = events / applications.length > 2 * realEvents;
  const real = isReal ? realEvents * applications.length : 0;
  await Promise.all([
    isReal ? useApplications(applications, fleet) : undefined,
    writeEvents(applications, database, { events: events - real, perSecond }),
  ]);
  return real;
}

async function writeEvents(
  applications: readonly EventApplication[],
  database: Kysely<Database>,
  { events, perSecond }: Production,
): Promise<void> {
  const began = Date.now();
  for (let written = 0; written < events; ) {
    const due = Math.min(events, Math.ceil(((Date.now() - began + tickMs) / 1000) * perSecond));
    const batch = Array.from({ length: due - written }, (_, index) => ({
      clientId: applications[(written + index) % applications.length]?.client_id ?? '',
      type: 'connection.login_required' as const,
      data: { account_id: `acc_${written + index}`, provider_id: 'sandbox' },
    }));
    await addEvents(database, batch, Date.now());
    written = due;
    await wait(tickMs);
  }
}

/** Uses a few applications at a time, so that most of the two cores is left for the deliveries. */
async function useApplications(applications: readonly EventApplication[], fleet: Fleet) {
  const waiting = [...applications];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await useApplication(one, fleet);
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

/** Connects an account, and then loses and restores its login in turn. Each step causes one event. */
async function useApplication(application: EventApplication, fleet: Fleet): Promise<void> {
  let accountId = '';
  for (let count = 0; count < realEvents; count += 1) {
    if (count % 2 === 1) {
      await post(fleet, `/sandbox/accounts/${accountId}/login_required`, application);
      continue;
    }
    // A code whose exchange was not answered may have been used.
    for (let token: Record<string, string> | undefined; !token; ) {
      const issued = await post(fleet, '/sandbox/authorization_codes', application);
      token = await tryPost(fleet, '/auth/token', { ...application, code: issued.code });
      accountId = token?.account_id ?? accountId;
    }
  }
}

/** Repeats a request until a process has answered it. */
async function post(fleet: Fleet, path: string, body: object): Promise<Record<string, string>> {
  for (;;) {
    const answer = await tryPost(fleet, path, body);
    if (answer) return answer;
    await wait(retryMs);
  }
}

async function tryPost(fleet: Fleet, path: string, body: object) {
  try {
    const response = await fetch(`${fleet.next()}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status === 204) return {};
    return response.ok ? ((await response.json()) as Record<string, string>) : undefined;
  } catch {
    // The process has been killed.
    return undefined;
  }
}
