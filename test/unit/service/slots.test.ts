import { expect, it } from 'vitest';
import { createSlots } from '../../../src/connect/service/records/slots.ts';

const stays = { signal: new AbortController().signal, maxMs: 60_000 };

it('a place that is given back goes to no one who has left', async () => {
  const slots = createSlots({ max: 1, maxWaiting: 1 });
  const leaving = new AbortController();
  const giveBack = await slots.take('account', stays);
  const left = slots.take('account', { ...stays, signal: leaving.signal });
  leaving.abort();
  const late = slots.take('account', { ...stays, maxMs: 0 });
  const gone = slots.take('other', { ...stays, signal: leaving.signal });
  expect([await left, await late, await gone]).toEqual([undefined, undefined, undefined]);

  giveBack?.();

  expect(await slots.take('account', { ...stays, maxMs: 0 })).toBeTypeOf('function');
});

it('a place that is given back goes to the one who has waited longest; too many do not wait', async () => {
  const slots = createSlots({ max: 1, maxWaiting: 2 });
  const order: string[] = [];
  const giveBack = await slots.take('account', stays);
  const wait = async (name: string) => {
    const giveOn = await slots.take('account', stays);
    order.push(name);
    giveOn?.();
  };
  const waiting = [wait('first'), wait('second'), wait('refused')];

  giveBack?.();
  await Promise.all(waiting);

  expect(order).toEqual(['refused', 'first', 'second']);
});
