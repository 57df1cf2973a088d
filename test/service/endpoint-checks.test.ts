import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type Arrival, after } from '../../src/connect/service/http/endpoint.ts';

const findNumber = () => Promise.resolve({ number: 1 });
const double = ({ number }: { readonly number: number }) => ({ doubled: 2 * number });
const refuse = () => {
  throw new Error('refused');
};
const show = ({ context, doubled }: Arrival & { readonly doubled: number }) =>
  context.text(String(doubled));

test('a handler gets the results of the checks before it', async () => {
  const app = new Hono().get('/', after(findNumber, double).answer(show));
  expect(await (await app.request('/')).text()).toBe('2');
});

test('an endpoint whose checks are out of order does not compile', () => {
  // @ts-expect-error: no check before it returns the number
  after(double, findNumber).answer;
  // @ts-expect-error: the handler needs a value that no check returns
  after(findNumber).answer(show);
});

test('a refusing check ends the request, and the endpoint may answer the refusal itself', async () => {
  const app = new Hono().get(
    '/',
    after(refuse, findNumber, double).answer(show, {
      onRefusal: (context) => context.text('notice', 403),
    }),
  );
  const response = await app.request('/');
  expect([response.status, await response.text()]).toEqual([403, 'notice']);
});
