import { describe, expect, it, vi } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import type { Flow } from '../../src/connect/service/flow/flows-table.ts';
import { parseTrustedProxies } from '../../src/connect/service/http/client-address.ts';
import { handoff, listen, openWindow, startWaiting } from './handoff-harness.ts';
import { createTestService, oneProxy } from './harness.ts';
import { hostOrigin } from './test-application.ts';
import { inTurn, readError } from './world.ts';

const trust = (proxies: string) => parseTrustedProxies(proxies) ?? oneProxy;
describe('a popup that a link of another person may have led to', () => {
  const office = '203.0.113.7';
  const elsewhere = '198.51.100.1';

  /** A frame waits in one network, and a window of the same host is in another. */
  async function startApart({
    frameAt = office,
    windowAt = elsewhere,
    referrer = `${hostOrigin}/`,
    trustedProxies = oneProxy,
  } = {}) {
    const service = await createTestService({ config: { trustedProxies } });
    const at = (address: string) => ({ 'X-Forwarded-For': address });
    const started = await service.startFlow();
    const frame = service.createFlow(started.token, at(frameAt));
    await frame.send('handoff', { handoff, provider_id: null });
    const heard = listen(frame);
    await expect.poll(() => heard.events).toHaveLength(1);
    const opened = await openWindow(service, { referrer });
    const popupAt = (address: string) => service.createFlow(opened.token, at(address));
    return { service, frame, heard, popupAt, popup: popupAt(windowAt) };
  }

  /** A frame waits in the same network. */
  async function startTogether() {
    const service = await createTestService();
    const { heard } = await startWaiting(service);
    return { heard, popup: await openWindow(service) };
  }

  async function readNumber({ heard }: Awaited<ReturnType<typeof startApart>>) {
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'asked' });
    return heard.events.at(-1)?.number;
  }

  it('does not join before its user has answered', async () => {
    const { heard, popup } = await startTogether();
    expect(await readError(popup.send('join', { handoff }))).toEqual([409, 'invalid_step']);
    const asked = await popup.read('ask', { handoff });
    expect(asked).toMatchObject({ origin: hostOrigin, needs_number: false });
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'asked', number: null });
    expect(await popup.read('ask', { handoff })).toEqual(asked);
    expect((await popup.send('join', { handoff })).status).toBe(200);
  });

  const together = { frameAt: office, windowAt: office };

  it.each([
    ['no number in the same network', together, false],
    [
      'no number in an IPv6 network',
      { frameAt: '2001:db8:7::1', windowAt: '2001:db8:7::2' },
      false,
    ],
    ['a number in another network', {}, true],
    ['a number when the browser does not name the host', { ...together, referrer: '' }, true],
    ['a number when no proxy is trusted', { ...together, trustedProxies: trust('off') }, true],
    ['a number behind another proxy', { ...together, trustedProxies: trust('192.0.2.1') }, true],
  ])('needs %s', async (_, options, needsNumber) => {
    const page = await startApart(options);
    const text = await (await page.popup.send('ask', { handoff })).text();
    expect(JSON.parse(text)).toMatchObject({ needs_number: needsNumber });
    if (!needsNumber) return;
    expect(await readError(page.popup.send('join', { handoff }))).toEqual([403, 'wrong_number']);
    // Only the frame gets it.
    const number = await readNumber(page);
    expect(number).toMatch(/^\d{4}$/);
    expect((await page.popup.send('join', { handoff, number })).status).toBe(200);
    for (const seen of [text, page.service.readLog()]) expect(seen).not.toContain(`"${number}"`);
  });

  it.each([
    { from: elsewhere, to: office, needsNumber: true },
    { from: office, to: elsewhere, needsNumber: false },
  ])('is told the same when it asks again from another network, $to', async (way) => {
    const page = await startApart({ windowAt: way.from });
    const told = [await page.popup.read('ask', { handoff })];
    const number = await readNumber(page);
    const moved = page.popupAt(way.to);
    told.push(await moved.read('ask', { handoff }));

    expect(told.map(({ needs_number }) => needs_number)).toEqual(Array(2).fill(way.needsNumber));
    expect((await moved.send('join', { handoff, number })).status).toBe(200);
  });

  it('gets another number each time, of four digits', async () => {
    const { popup, service } = await startApart();
    const ask = vi.spyOn(service.store.handoffs, 'ask').mockResolvedValue(false);
    await inTurn(100, () => popup.send('ask', { handoff }));
    const numbers = ask.mock.calls.map(([, , { number }]) => number);
    expect(new Set(numbers).size).toBeGreaterThan(50);
    for (const number of numbers) expect(number).toMatch(/^\d{4}$/);
  });

  it('uses the handoff up by three wrong numbers at once', { tags: ['threat-51'] }, async () => {
    const page = await startApart();
    await page.popup.send('ask', { handoff });
    const number = Number(await readNumber(page));
    const guess = (index: number) =>
      page.popup.send('join', {
        handoff,
        number: String((number + index) % 10_000).padStart(4, '0'),
      });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(guess));
    const errors = await Promise.all(answers.map(readError));
    expect(errors.filter(([, error]) => error === 'wrong_number').length).toBeLessThan(3);
    expect((await guess(0)).ok).toBe(false);
    await expect.poll(() => page.heard.events.at(-1)).toMatchObject({ handoff: 'refused' });
  });

  it('has no fourth try before the handoff is refused', { tags: ['threat-51'] }, async () => {
    const { popup, service } = await startApart();
    await popup.send('ask', { handoff });
    const { handoffs } = service.store;
    const flow = (await handoffs.find(hashSecret(handoff))) as Flow;
    const asking = { ...flow, token_hash: String(flow.joined_hash) };
    const counted = await inTurn(4, () => handoffs.countTry(flow, asking, 3));
    expect(counted.map((one) => one?.tries)).toEqual([1, 2, 3, undefined]);
  });

  it.each([undefined, '', '12345', 'abcd'])('is told alike that %j is wrong', async (typed) => {
    const page = await startApart();
    await page.popup.send('ask', { handoff });
    const answers = await inTurn(3, () =>
      readError(page.popup.send('join', { handoff, number: typed })),
    );
    expect(answers).toEqual([
      [403, 'wrong_number'],
      [403, 'wrong_number'],
      [403, 'origin_not_allowed'],
    ]);
  });

  it('keeps the flow from any other popup, and has five minutes', async () => {
    const page = await startApart();
    const { service, frame, popup } = page;
    await popup.send('ask', { handoff });
    const number = await readNumber(page);
    const other = await openWindow(service);
    expect(await readError(other.send('ask', { handoff }))).toEqual([409, 'invalid_step']);
    expect(await readError(other.send('join', { handoff }))).toEqual([409, 'invalid_step']);
    const wait = async (durationMs: number) => {
      service.advance(durationMs);
      const heard = listen(frame);
      await expect.poll(() => heard.events).toHaveLength(1);
    };
    await wait(300_000);
    expect(await readError(popup.send('join', { handoff, number }))).toEqual([409, 'invalid_step']);
    await wait(-1000);
    expect((await popup.send('join', { handoff, number })).status).toBe(200);
  });

  it.each([
    ['refuse', 'refused'],
    ['leave', 'left'],
  ])('may be refused by its user or closed, which the frame hears: %s', async (step, heardAs) => {
    const { heard, popup } = await startTogether();
    await popup.send('ask', { handoff });
    expect((await popup.send(step, { handoff })).status).toBe(200);
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: heardAs });
    if (step === 'refuse') {
      expect(await readError(popup.send('join', { handoff }))).toEqual([409, 'invalid_step']);
    }
  });
});
