import { cancelSession, createSession, finishSession, readSession } from 'tax-connect/server';
import { expect, it } from 'vitest';
import { asBackend, createTestService } from './harness.ts';

it('a session that its backend cancels ends, and says that nothing is connected', async () => {
  const service = await createTestService();
  const own = asBackend(service);
  const { session, sessionId } = await createSession(own);
  await cancelSession({ ...own, sessionId });
  await cancelSession({ ...own, sessionId });

  expect((await readSession({ ...own, sessionId })).status).toBe('canceled');
  expect((await service.openSession(session)).started.status).toBe(401);
  await expect(finishSession({ ...own, sessionId })).rejects.toMatchObject({
    code: 'not_connected',
  });
});
