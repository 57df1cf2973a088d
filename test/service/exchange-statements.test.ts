import { afterEach, expect, it, vi } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { createTestDatabase, openTestStoreAt } from './database.ts';
import { createTestService, exchangeDirectly } from './harness.ts';
import { recordStatements } from './statements.ts';

const now = 1_700_000_000_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Issues a code for each person. */
async function issueCodes(store: Store, people: readonly string[]): Promise<void> {
  for (const username of people) {
    const code = {
      code_hash: hashSecret(username),
      client_id: 'test_app',
      environment: 'test' as const,
      kind: 'embedded' as const,
      ...{ redirect_uri: null, host_origin: null, nonce: null, state: null, code_challenge: null },
      ...{ provider_id: 'sandbox', username, account_label: username, sealed_grant: null },
      ...{ shares: 'returns', consented_at: now, consent_ends_at: null, consent_due_at: null },
      ...{ expires_at: now + 60_000, kept_until: now + 60_000, consumed_at: null },
    };
    const consent = {
      client_id: 'test_app',
      application: 'Test',
      provider: 'Sandbox',
      ...{ purpose: null, privacy_url: null, locale: null, text_hash: null, kept_until: now },
    };
    expect(await store.codes.issue({ code, consent }, null)).toBe(true);
  }
}

/** @returns the statements that exchange the codes of these people at once */
async function countStatements(store: Store, people: readonly string[]): Promise<number> {
  const statements = recordStatements();
  const outcomes = await Promise.all(
    people.map((username) => exchangeDirectly(store, username, now)),
  );
  const { length } = statements.readAll();
  vi.restoreAllMocks();
  const accounts = outcomes.map((outcome) => 'accountId' in outcome && outcome.accountId);
  expect(new Set(accounts).size).toBe(new Set(people).size);
  return length;
}

it('codes of 32 people take as many statements as one, and a code that comes twice one more', async () => {
  const store = await openTestStoreAt(await createTestDatabase(':memory:'));
  await createTestService({ store });
  const people = Array.from({ length: 32 }, (_, index) => `person_${index}`);
  await issueCodes(store, ['alone', 'twice', ...people]);

  const one = await countStatements(store, ['alone']);
  const many = await countStatements(store, people);
  const twice = await countStatements(store, ['twice', 'twice']);

  // They read the rows, write codes, accounts, events and tokens, begin and commit. PostgreSQL also locks rows.
  expect(one).toBeLessThanOrEqual(8);
  expect(many).toBe(one);
  // It looks for the token of the repeated code.
  expect(twice).toBe(one + 1);
});
