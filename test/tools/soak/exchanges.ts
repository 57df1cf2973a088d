import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCode } from '../bench/processes/codes.js';

/** An exchange, tried until it got an answer other than 503. */
export interface Exchange {
  readonly code: string;
  readonly beganAt: number;
  endedAt: number;
  /** The token in the service's answer. It must never be lost. */
  token?: string;
  /** The answer that ended it without a token: the code was used by a try whose answer was lost. */
  refusal?: string;
  /** The results of the previous tries. */
  readonly failures: string[];
}

/** A backend of the application, which uses the next process of the service for each request. */
export interface Backend {
  /** Sends one exchange. @returns the token, or the problem */
  exchange(code: string): Promise<{ readonly token?: string; readonly error: string }>;
  /** @returns the problem of reading the token's account; undefined without one */
  readAccount(token: string): Promise<string | undefined>;
}

/** The number of exchanges that start, and their end. */
interface Load {
  /** The run for {@link createCode}. */
  readonly codes: string;
  readonly perSecond: number;
  /** Called before each exchange, with the number of exchanges that have begun. */
  readonly isOver: (begun: number) => boolean;
}

/** The result of {@link verifyExchanges}. */
export interface Losses {
  /** Tokens that a client got but that do not work. */
  readonly lost: number;
  /** Codes that worked again after a client had a token for them. */
  readonly twice: number;
  /** Exchanges that never got an answer other than 503. */
  readonly unanswered: number;
}

const retryMs = 250;
const maxTries = 240;

/** The application whose codes are exchanged. */
export const application = { clientId: 'soak', redirectUri: 'https://app.example/callback' };

/**
 * @param folder - the folder for the file of applications
 * @param fields - fields of the registration that differ
 * @returns the environment of the service except for its database, and the application's secret
 */
export function registerApplication(folder: string, fields: object = {}) {
  const clientSecret = randomBytes(32).toString('hex');
  const file = join(folder, 'applications.json');
  const { clientId, redirectUri } = application;
  const registration = {
    ...{ name: 'Soak', client_id: clientId, client_secret: clientSecret, environment: 'test' },
    ...{ redirect_uris: [redirectUri], origins: [], submission_limit: 1e9 },
    ...fields,
  };
  writeFileSync(file, JSON.stringify([registration]), { mode: 0o600 });
  const environment = {
    APPLICATIONS_FILE: file,
    DASHBOARD_PASSWORD: randomBytes(16).toString('hex'),
    GRANT_KEY: randomBytes(32).toString('base64'),
  };
  return { environment, clientSecret };
}

/** @param findUrl - the address of the next running process */
export function createBackend(findUrl: () => string | undefined, client_secret: string): Backend {
  const { clientId: client_id, redirectUri: redirect_uri } = application;
  return {
    async exchange(code) {
      try {
        const response = await fetch(`${findUrl()}/auth/token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ client_id, client_secret, redirect_uri, code }),
        });
        const body = (await response.json()) as { access_token?: string; error?: string };
        if (body.access_token !== undefined) return { token: body.access_token, error: '' };
        return { error: `${response.status} ${body.error}` };
      } catch (error) {
        return { error: describeFailure(error) };
      }
    },
    async readAccount(token) {
      try {
        const headers = { Authorization: `Bearer ${token}` };
        const response = await fetch(`${findUrl()}/account`, { headers });
        await response.text();
        return response.ok ? undefined : `${response.status}`;
      } catch (error) {
        return describeFailure(error);
      }
    },
  };
}

/** A failed connection has no status. */
function describeFailure(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

/** Starts the same number of exchanges each second, however long each takes. */
export async function exchangeSteadily<Result>(
  { codes, perSecond, isOver }: Load,
  work: (code: string) => Promise<Result>,
): Promise<readonly Result[]> {
  const begun: Promise<Result>[] = [];
  const began = Date.now();
  while (!isOver(begun.length)) {
    const due = ((Date.now() - began) / 1000) * perSecond;
    while (begun.length < due && !isOver(begun.length)) {
      begun.push(work(createCode(codes, begun.length)));
    }
    await wait(5);
  }
  return await Promise.all(begun);
}

/** Exchanges a code, and tries again while the service does not answer or answers 503. */
export async function exchangeInsistently(backend: Backend, code: string): Promise<Exchange> {
  const now = Date.now();
  const result: Exchange = { code, beganAt: now, endedAt: now, failures: [] };
  for (let count = 0; count < maxTries; count += 1) {
    const { token, error } = await backend.exchange(code);
    result.endedAt = Date.now();
    if (token !== undefined) return { ...result, token };
    if (error.startsWith('4')) return { ...result, refusal: error };
    result.failures.push(error);
    await wait(retryMs);
  }
  return result;
}

/** Reads the account of each token, and sends each code again. */
export async function verifyExchanges(
  backend: Backend,
  exchanges: readonly Exchange[],
): Promise<Losses> {
  let [lost, twice, unanswered] = [0, 0, 0];
  await inParallel(exchanges, async ({ code, token, refusal }) => {
    if (token === undefined) {
      if (refusal === undefined) unanswered += 1;
      return;
    }
    if ((await backend.readAccount(token)) !== undefined) lost += 1;
    if ((await backend.exchange(code)).token !== undefined) twice += 1;
  });
  return { lost, twice, unanswered };
}

/** Works on eight items at a time. */
async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workOff = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 8 }, workOff));
}

/**
 * @param times - ascending
 * @param part - 0.5 for the median
 */
export function pickTime(times: readonly number[], part: number): number {
  return times[Math.floor(times.length * part)] ?? Number.NaN;
}

/** @returns a text such as "2 × 503, 1 × TypeError" */
export function countFailures(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of failures) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
}
