import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { TestService } from './harness.ts';
import { hostOrigin } from './test-application.ts';
import type { TestFlow } from './world.ts';

export const handoff = 'h'.repeat(43);

export const createHandoff = () => randomBytes(32).toString('base64url');

/** A flow in a frame that has told the service about a window. */
export async function startFrame(service: Pick<TestService, 'startFlow'>) {
  const frame = await service.startFlow();
  const handoff = createHandoff();
  await frame.send('handoff', { handoff, provider_id: null });
  return { frame, handoff };
}

/** Collects a document's events until the stream ends. */
export function listen(flow: TestFlow) {
  const events: Record<string, unknown>[] = [];
  let cancel: (() => Promise<void> | undefined) | undefined;
  const ended = (async () => {
    const response = await flow.send('events');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream',
    ]);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    cancel = () => reader?.cancel();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      for (const [, data = ''] of part.value.matchAll(/data: (.*)\n\n/g)) {
        events.push(JSON.parse(data));
      }
    }
  })();
  return { events, ended, cancel: () => cancel?.() };
}

/** A document in a window that a host at this address has opened. */
export async function openWindow(
  service: TestService,
  { referrer = `${hostOrigin}/some/page`, clientId = 'test_app' } = {},
): Promise<TestFlow> {
  const headers: Record<string, string> = referrer === '' ? {} : { Referer: referrer };
  return service.createFlow(await service.openPage(`client_id=${clientId}`, headers));
}

/** A flow in a frame that waits for a window and listens for events. */
export async function startWaiting(
  service: TestService,
  providerId: string | null = null,
  look: object = {},
) {
  const frame = await service.startFlow({ state: 'st' });
  await frame.send('handoff', { handoff, provider_id: providerId, ...look });
  const heard = listen(frame);
  await expect
    .poll(() => heard.events)
    .toEqual([{ handoff: 'waiting', step: 'select', provider_id: null }]);
  return { frame, heard };
}
