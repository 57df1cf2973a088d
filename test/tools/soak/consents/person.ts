import { randomBytes } from 'node:crypto';
import { application } from '../application.ts';
import { createNonce, type Ended, openFlow, type SoakClient, StepRefused } from './client.ts';

/** A consent of a person. The grant from its sign-in has the same mark. */
export interface Consent {
  readonly mark: string;
  readonly sessionId: string | undefined;
  /** Undefined when the answer was lost, and there is no session that would give another code. */
  code: string | undefined;
  isExchanged: boolean;
  isEnded: boolean;
  /** True when a killed process has lost the renewed grant, so that the provider refuses the remaining one. */
  needsLogin: boolean;
}

/** A person, and the account that the soak uses for them. */
export interface Person {
  readonly name: string;
  /** The consents in the order in which they were given. */
  readonly consents: Consent[];
  /** The last token; undefined when it was ended, or the only answer with it was lost. */
  token: string | undefined;
  accountId: string | undefined;
}

/** The parts that all persons share. */
export interface Stage {
  readonly client: SoakClient;
  readonly clientSecret: string;
  readonly adminToken: string;
  /** @returns whether a killed process explains that the consent's grant is refused */
  explainsLogin(mark: string): boolean;
  /** @returns the grants of a sign-in, and the fate of their processes */
  describeLogin(mark: string): string;
  /** Records an event that must never happen. */
  fault(sentence: string): void;
  /** Records an event that an outage or a killed process explains. */
  count(what: string): void;
}

/** The person or program that ends an access. */
export type Ender = 'person' | 'operator' | 'application';

/** @returns the newest exchanged consent; undefined when it has been ended */
export function findStanding({ consents }: Person): Consent | undefined {
  const newest = [...consents].reverse().find(({ isExchanged }) => isExchanged);
  return newest?.isEnded === false ? newest : undefined;
}

/** The origin of the page that embeds the Connect page. */
export const hostOrigin = 'https://app.example';

const asOwner = (token: string) => ({ Authorization: `Bearer ${token}` });

function asBackend({ clientSecret }: Stage) {
  return { Authorization: `Basic ${btoa(`${application.clientId}:${clientSecret}`)}` };
}

/** Runs a flow. An early end is a fault, unless one of its requests had no answer. */
async function walk(stage: Stage, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    if (error.isUncertain) stage.count(`${name} given up: ${error.message}`);
    else stage.fault(`${name} was refused without a reason: ${error.message}`);
  }
}

/** Allows access as the person. The consent is then in the list, exchanged or not. */
export async function allow(stage: Stage, person: Person, inSession: boolean): Promise<void> {
  await walk(stage, 'allow', async () => {
    const made = inSession ? await makeSession(stage) : undefined;
    const mark = randomBytes(12).toString('hex');
    const send = await openFlow(stage.client, `/connect?client_id=${application.clientId}`);
    const session = made?.session ?? null;
    await send('start', { origin: hostOrigin, nonce: createNonce(), state: null, session });
    await send('provider', { provider_id: 'soak' });
    await send('login', { username: person.name, mark });
    const ends = { code: undefined, isExchanged: false, isEnded: false, needsLogin: false };
    const consent: Consent = { mark, sessionId: made?.id, ...ends };
    person.consents.push(consent);
    const { body } = await send('consent', { decision: 'allow' });
    consent.code = String(body.code);
  });
}

async function makeSession(stage: Stage) {
  const path = '/connect/sessions';
  const request = { endpoint: `POST ${path}`, path, headers: asBackend(stage), fields: {} };
  const { status, body } = await stage.client.send(request);
  if (status !== 201) stage.fault(`a session was refused: ${status} ${body.error}`);
  return { session: String(body.session), id: String(body.session_id) };
}

/** Requests another code as the backend. It replaces the last one. */
export async function replaceCode(stage: Stage, consent: Consent): Promise<void> {
  if (consent.sessionId === undefined) return;
  const { status, body } = await stage.client.send({
    endpoint: 'POST /connect/sessions/{id}/code',
    path: `/connect/sessions/${consent.sessionId}/code`,
    headers: asBackend(stage),
    fields: {},
  });
  const wanted = consent.isEnded
    ? 'not_connected'
    : consent.isExchanged
      ? 'already_exchanged'
      : undefined;
  if (status === 201 && wanted === undefined) consent.code = String(body.code);
  else if (body.error === 'code_pending' && wanted === undefined) stage.count('code pending');
  // The answer of Allow was lost, so the consent may not exist.
  else if (consent.code === undefined && status === 409) stage.count('no consent after all');
  else if (status !== 409 || body.error !== wanted) {
    stage.fault(`a fresh code: ${status} ${body.error}, expected ${wanted ?? 201}`);
  }
}

/** Exchanges codes as the backend, all at once. `isEnding`: every consent is ended meanwhile. */
export async function exchange(
  stage: Stage,
  person: Person,
  { consents, isEnding = false }: { readonly consents: readonly Consent[]; isEnding?: boolean },
): Promise<void> {
  const usable = consents.filter(({ code, isExchanged }) => code !== undefined && !isExchanged);
  const { clientSecret: client_secret, client } = stage;
  const answers = await Promise.all(
    usable.map(({ code }) =>
      client.send({
        ...{ endpoint: 'POST /auth/token', path: '/auth/token' },
        fields: { client_id: application.clientId, client_secret, code },
      }),
    ),
  );
  for (const [index, consent] of usable.entries()) {
    const answer = answers[index];
    if (answer) noteExchange(stage, person, { consent, answer, isEnding });
  }
}

function noteExchange(
  stage: Stage,
  person: Person,
  {
    consent,
    answer: { status, body, isUncertain },
    isEnding,
  }: { readonly consent: Consent; readonly answer: Ended; readonly isEnding: boolean },
): void {
  if (status === 200) {
    if (consent.isEnded && !isEnding)
      stage.fault('a consent that had been ended came back by an exchange');
    if (person.accountId !== undefined && person.accountId !== body.account_id) {
      stage.fault('a person has got a second account');
    }
    consent.isExchanged = true;
    person.accountId = String(body.account_id);
    person.token = String(body.access_token);
    stage.count('exchanged');
  } else if (status !== 400 || body.error !== 'invalid_grant') {
    stage.fault(`an exchange: ${status} ${body.error}`);
  } else if (isUncertain && !consent.isEnded) {
    // Codes outlive the soak's tries, so the try without an answer has used this one.
    stage.count('exchanged, and the answer lost');
    consent.isExchanged = true;
  } else if (!(consent.isEnded || isEnding)) {
    stage.fault('a code of a consent that stands was refused');
    consent.isExchanged = true;
  }
}

/** Ends the access. Without a consent in use there is nothing to end. */
export async function end(stage: Stage, person: Person, by: Ender): Promise<void> {
  const standing = findStanding(person);
  const { accountId, token } = person;
  if (!standing || accountId === undefined) return;
  if (by === 'application' && token === undefined) return;
  const last = by === 'application' ? standing : person.consents.at(-1);
  await walk(stage, `end by ${by}`, async () => {
    if (by === 'person') await endAsPerson(stage, person.name, accountId);
    else if (!(await endAsBackend(stage, by, { accountId, token: token ?? '' }))) return;
    stage.count(`ended by ${by}`);
    const count = last ? person.consents.indexOf(last) + 1 : 0;
    for (const consent of person.consents.slice(0, count)) consent.isEnded = true;
    person.token = undefined;
  });
}

async function endAsPerson({ client }: Stage, username: string, account_id: string): Promise<void> {
  const send = await openFlow(client, '/manage');
  await send('start');
  await send('provider', { provider_id: 'soak' });
  await send('login', { username, mark: `visit ${randomBytes(12).toString('hex')}` });
  await send('end-access', { account_id });
}

async function endAsBackend(
  stage: Stage,
  by: Ender,
  { accountId, token }: { readonly accountId: string; readonly token: string },
): Promise<boolean> {
  const operatorPath = `/admin/applications/${application.clientId}/accounts/disconnect`;
  const request =
    by === 'operator'
      ? {
          ...{ endpoint: 'POST /admin/…/accounts/disconnect', path: operatorPath },
          ...{ headers: asOwner(stage.adminToken), fields: { account_id: accountId } },
        }
      : {
          ...{ endpoint: 'POST /account/disconnect', path: '/account/disconnect' },
          ...{ headers: asOwner(token), fields: {} },
        };
  const { status, body, isUncertain } = await stage.client.send(request);
  // The try without an answer has ended it.
  const isDone = status < 300 || (isUncertain && (status === 401 || status === 404));
  if (!isDone) stage.fault(`an end by the ${by}: ${status} ${body.error}`);
  return isDone;
}

/** Reads records. The plug-in may have to renew the grant first. `meanwhile` changes the consent. */
export async function read(
  stage: Stage,
  person: Person,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const before = findStanding(person);
  const { token } = person;
  if (!before || token === undefined) return;
  const request = { endpoint: 'GET /records', path: '/records', headers: asOwner(token) };
  const [{ status, body }] = await Promise.all([stage.client.send(request), meanwhile?.()]);
  const after = findStanding(person);
  const standing = [before, after];
  if (status === 200) {
    const [record] = body.records as readonly { readonly name: string }[];
    const isRight = standing.some((consent) => consent?.mark === record?.name);
    if (!isRight) stage.fault('records were read with the grant of another consent');
  } else if (status === 409 && body.error === 'login_required') {
    const lost = standing.find((consent) => consent && stage.explainsLogin(consent.mark));
    if (lost) lost.needsLogin = true;
    else {
      stage.fault(
        `login_required, although no killed process has lost the grant: ${stage.describeLogin(before.mark)}`,
      );
    }
  } else if (status !== 401 || after !== undefined) {
    stage.fault(`a read: ${status} ${body.error}`);
  }
}

/** Checks the token of an account, which works only while a consent is in use. */
export async function check(stage: Stage, person: Person, token = person.token): Promise<void> {
  if (token === undefined) return;
  const standing = findStanding(person);
  const request = { endpoint: 'GET /account', path: '/account', headers: asOwner(token) };
  const { status, body } = await stage.client.send(request);
  if (!standing && status !== 401) stage.fault(`an account that was ended: ${status}`);
  if (!standing) return;
  const expected = standing.needsLogin ? 'login_required' : 'active';
  const isRight = status === 200 && body.status === expected;
  if (!isRight) {
    stage.fault(`an account that stands: ${status} ${body.status ?? body.error}, not ${expected}`);
  }
}
