import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { scopesOfRole } from '../../src/connect/service/http/actor.ts';
import { readFacts } from '../../src/connect/service/http/endpoint.ts';
import { type Role, roles, type Scope, scopes } from '../../src/connect/shapes/unions.ts';
import { createVisitor, type TestOperator } from './dashboard-harness.ts';
import { openTestStore } from './database.ts';
import { createEndpointWorld } from './endpoint-requests.ts';
import type { TestService } from './harness.ts';
import { minute, start } from './test-application.ts';
import { bearer, readError, readJson } from './world.ts';

/** An endpoint, from its row in the service. */
interface Row {
  readonly method: string;
  readonly path: string;
  /** The scopes that it needs, or null if it checks none. */
  readonly needed: readonly Scope[] | null;
}

let service: TestService;
let admin: readonly Row[];
let dashboard: readonly Row[];

beforeEach(async () => {
  ({ service } = await createEndpointWorld(await openTestStore()));
  admin = listRows('/admin/');
  dashboard = listRows('/dashboard/api/');
});

function listRows(base: string): readonly Row[] {
  return service.app.routes
    .filter(({ method, path }) => path.startsWith(base) && method !== 'ALL')
    .map(({ method, path, handler }) => {
      return { method, path, needed: readFacts(handler).scopes ?? null };
    });
}

/** The same for everyone, signed in or not. */
const open = [
  'GET /dashboard/api/session',
  'POST /dashboard/api/sign-in',
  'POST /dashboard/api/provider-sign-in',
  'POST /dashboard/api/sign-out',
];

const isOpen = ({ method, path }: Row) => open.includes(`${method} ${path}`);

const mayUse = (role: Role, { needed }: Row) =>
  needed?.every((scope) => scopesOfRole[role].includes(scope)) ?? false;

/** Addresses with an existing application; other IDs do not exist. */
const toAddress = ({ path }: Row) => path.replace(':client_id', 'test_app').replace(/:\w+/g, 'x');

function formatTable(): string {
  const cells = admin.map((row) => [
    row.method,
    row.path.replace('/admin', ''),
    row.needed?.length === scopes.length ? 'all' : String(row.needed),
    ...roles.map((role) => (mayUse(role, row) ? 'yes' : 'no')),
  ]);
  const widths = [8, 80, 20, 8];
  const lines = [['method', 'path', 'scope', ...roles], ...cells].map((row) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(''),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const createKey = async (held: readonly Scope[]) =>
  (await readJson(service.admin.post('keys', { name: 'Any', scopes: held }))).secret;

const ask = (row: Row, secret: unknown) =>
  row.method === 'GET'
    ? service.get(toAddress(row), bearer(secret))
    : service.post(toAddress(row), {}, bearer(secret));

/** A person with that role, in a browser. */
async function createPerson(role: Role): Promise<TestOperator> {
  const visitor = createVisitor(service);
  await visitor.signIn();
  const token = 'b'.repeat(63) + role.length;
  await service.store.operator.addSession({
    ...{ role, subject: role, label: role, relies_on: 'settings' },
    ...{ token_hash: hashSecret(token), expires_at: start + minute, ends_at: start + minute },
  });
  visitor.cookie = visitor.cookie.replace(/=.*/, `=${token}`);
  visitor.csrfToken = String((await readJson(visitor.get('session'))).csrf_token);
  return visitor;
}

function askAtDashboard(row: Row, person: TestOperator): Promise<Response> {
  const path = toAddress(row).slice('/dashboard/api/'.length);
  return row.method === 'GET' ? person.get(path) : person.post(path);
}

it('the table has every endpoint of the admin API, and the dashboard has the same', async () => {
  const unchecked = [...admin, ...dashboard].filter(({ needed }) => needed === null);
  const checked = dashboard.filter(({ needed }) => needed !== null);

  expect(unchecked.map(({ method, path }) => `${method} ${path}`)).toEqual(open);
  expect(
    checked.map((row) => ({ ...row, path: row.path.replace('/dashboard/api', '/admin') })),
  ).toEqual(admin);
  await expect(formatTable()).toMatchFileSnapshot('access-table.txt');
});

describe('every endpoint', () => {
  it('is refused to a key that has every scope but one that it needs', {
    tags: ['threat-61'],
  }, async () => {
    for (const scope of scopes) {
      const secret = await createKey(scopes.filter((one) => one !== scope));
      for (const row of admin.filter(({ needed }) => needed?.includes(scope))) {
        const refused = await ask(row, secret);
        expect(await readError(refused), row.path).toEqual([403, 'insufficient_scope']);
        expect(refused.headers.get('WWW-Authenticate')).toBe(
          `Bearer error="insufficient_scope", scope="${row.needed?.join(' ')}"`,
        );
      }
    }
  });

  it('is open to a key that has only what it needs', { tags: ['control-61'] }, async () => {
    for (const row of admin) {
      const { status } = await ask(row, await createKey(row.needed ?? []));
      expect([200, 201, 400, 404, 501], `${row.path} ${status}`).toContain(status);
    }
  });

  it.each(roles)(
    'of the dashboard answers the role %s by the table',
    { tags: ['threat-61'] },
    async (role) => {
      const person = await createPerson(role);
      const rows = dashboard.filter((one) => !isOpen(one));
      // One of them ends every sign-in, so it comes last.
      const isEnd = ({ path }: Row) => Number(path.endsWith('/sign-ins/end'));

      for (const row of rows.sort((one, other) => isEnd(one) - isEnd(other))) {
        const answer = await askAtDashboard(row, person);
        if (mayUse(role, row)) {
          expect([200, 201, 400, 404, 501], row.path).toContain(answer.status);
        } else {
          expect(await readError(answer), row.path).toEqual([403, 'insufficient_scope']);
        }
      }
    },
  );
});
