import { describe, expect, it } from 'vitest';
import type * as appModule from '../../src/connect/service/app.ts';
import type * as postgresModule from '../../src/connect/service/store/postgres/open-postgres-store.ts';
import type * as sqliteModule from '../../src/connect/service/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { loadWeakened, type Weakness } from '../support/weakened-build.ts';
import { isPostgres, openTestStore } from './database.ts';
import {
  createTestService,
  exchange,
  issueSandboxCode,
  redirectUri,
  testApplication,
} from './harness.ts';

/*
 * Attacks that the service withstands, on a service without the defence. They have to work there: `npm run attack`
 * says so beside the attack itself.
 */

const folder = 'connect/service';

async function openWeakenedStore(weaknesses: readonly Weakness[]): Promise<Store> {
  return await openTestStore(async ({ databaseUrl, databaseFile }) => {
    if (databaseUrl === undefined) {
      const file = `${folder}/store/sqlite/open-sqlite-store.ts`;
      const { openSqliteStore } = await loadWeakened<typeof sqliteModule>(file, weaknesses);
      return await openSqliteStore(databaseFile);
    }
    const file = `${folder}/store/postgres/open-postgres-store.ts`;
    const { openPostgresStore } = await loadWeakened<typeof postgresModule>(file, weaknesses);
    return await openPostgresStore(databaseUrl);
  });
}

const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe('a service without a defence', () => {
  it('opens a page for an address that only begins like a registered redirect URI', async () => {
    const { createApp } = await loadWeakened<typeof appModule>(`${folder}/app.ts`, [
      {
        file: `${folder}/addresses/redirect-uri.ts`,
        check: 'if (registered.includes(requested)) return true;',
        replacement: 'if (registered.some((uri) => requested.startsWith(uri))) return true;',
      },
    ]);
    const uri = encodeURIComponent(`${redirectUri}&next=//evil.example`);
    const address = `/connect?client_id=test_app&redirect_uri=${uri}`;

    const [real, weak] = await Promise.all(
      [undefined, createApp].map(async (weakened) => {
        const { app } = await createTestService(weakened ? { createApp: weakened } : {});
        return await app.request(address);
      }),
    );

    expect([real?.status, weak?.status]).toEqual([400, 200]);
    expect(await weak?.text()).toContain('id="flow"');
  });

  // On PostgreSQL, the constraint that the second token breaks is part of every test's database.
  it.skipIf(isPostgres)('exchanges a code more than once', async () => {
    const store = await openWeakenedStore([
      {
        file: `${folder}/store/sqlite/sqlite-exchange.ts`,
        check: 'AND consumed_at IS NULL AND expires_at > ?',
        replacement: 'AND expires_at > ?',
      },
      {
        file: `${folder}/store/tables.ts`,
        check: 'code_hash text NOT NULL UNIQUE,',
        replacement: 'code_hash text NOT NULL,',
      },
    ]);
    const service = await createTestService({ store });
    const code = await issueSandboxCode(service);

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => exchange(service, { code })),
    );

    const statuses = responses.map(({ status }) => status);
    expect(count(statuses, 200)).toBeGreaterThan(1);
  });

  it('accepts more submissions than the limit', async () => {
    const store = await openWeakenedStore([
      {
        file: `${folder}/store/applications.ts`,
        check: ".where('submissions_used', '<', limit);",
        replacement: ';',
      },
    ]);
    const applications = [{ ...testApplication, submission_limit: 5 }];
    const service = await createTestService({ store, applications });

    const codes = await Promise.allSettled(
      Array.from({ length: 20 }, () => issueSandboxCode(service)),
    );

    expect(codes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });
});
