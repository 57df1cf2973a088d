import {
  cancelSession,
  createSession,
  exchangeCode,
  finishSession,
  readSession,
  type SessionError,
} from 'tax-connect/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { asBackend, createTestService, type TestService } from './harness.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const own = () => asBackend(service);

const codeOf = (failure: Promise<unknown>) =>
  failure.then(
    () => 'no error',
    (error: SessionError) => error.code,
  );

describe('the functions for sessions', () => {
  it('make a session, tell its result and finish a lost code in one line', async () => {
    const made = await createSession({ ...own(), state: 'of the user', expiresInSeconds: 600 });
    expect(made.expiresAt).toEqual(new Date(1_700_000_600_000));
    expect(new URL(made.url).searchParams.get('session')).toBe(made.session);
    const { sessionId } = made;
    const open = { sessionId, status: 'open', accountId: null, providerId: null };
    expect(await readSession({ ...own(), sessionId })).toEqual({
      ...open,
      finishedAt: null,
      exchanged: false,
      clientUserId: null,
      tags: null,
    });

    const lost = await service.allow({ session: made.session });
    service.advance(30_000);
    const tokens = await finishSession({ ...own(), sessionId, state: 'of the user' });

    expect(tokens).toMatchObject({ providerId: 'sandbox', state: 'of the user' });
    expect(tokens.accessToken).toMatch(/^[0-9a-f]{64}$/);
    expect(await readSession({ ...own(), sessionId })).toMatchObject({
      status: 'connected',
      accountId: tokens.accountId,
      finishedAt: new Date(1_700_000_000_000),
      exchanged: true,
    });
    expect(await codeOf(exchangeCode({ ...own(), code: lost }))).toBe('invalid_grant');
    expect(await codeOf(finishSession({ ...own(), sessionId }))).toBe('already_exchanged');
    expect(await codeOf(cancelSession({ ...own(), sessionId }))).toBe('already_connected');
  });

  it('pass every term on', async () => {
    const options = { ...own(), providerIds: ['sandbox'], locale: 'es' };
    const { session } = await createSession(options);
    const { started } = await service.openSession(session);
    expect(await started.json()).toMatchObject({
      session: { provider_id: 'sandbox', locale: 'es' },
    });
  });

  it('cancel a session, and say that nothing is connected', async () => {
    const { session, sessionId } = await createSession(own());
    await cancelSession({ ...own(), sessionId });
    await cancelSession({ ...own(), sessionId });
    expect((await readSession({ ...own(), sessionId })).status).toBe('canceled');
    expect((await service.openSession(session)).started.status).toBe(401);
    expect(await codeOf(finishSession({ ...own(), sessionId }))).toBe('not_connected');
  });
});
