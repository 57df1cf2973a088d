import { expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/child.ts';
import {
  describeDelivery,
  describeMessage,
  describeRequest,
} from '../../../src/cli/request-lines.ts';
import { describeResult } from '../../../src/cli/reseal.ts';

const paint = (style: string, text: string) => `${style} ${text}`;

it.each([
  ['/connect?client_id=a', 200, 'green 200 GET /connect?client_id=a'],
  ['/connect/flow/login', 401, 'red 401 GET /connect/flow/login'],
  ['/auth/token', 0, 'red dropped GET /auth/token'],
  ['/auth/token', 399, 'green 399 GET /auth/token'],
  ['/auth/token', 400, 'red 400 GET /auth/token'],
  ['/account', 303, 'green 303 GET /account'],
  ['/connect/logos/a', 200, undefined],
  ['/sdk/0.1.0/tax-connect.js', 404, undefined],
])('dev prints a request for %s with %i as %s', (path, status, line) => {
  const printed = describeRequest({ method: 'GET', path, status }, paint);
  expect(printed).toBe(line && `  ${line}\n`);
});

it.each([
  [204, undefined, 'green 204', ''],
  [503, undefined, 'red 503', ', sent again later'],
  [410, undefined, 'red 410', ', the webhook is off now'],
  [301, '/hooks/', 'red 301', ', redirects to /hooks/; use that address, sent again later'],
  ['no_connection', undefined, 'red failed', ', no connection, sent again later'],
] as const)('dev prints a delivery with %s that leads to %s', (...row) => {
  const [result, redirectsTo, start, end] = row;
  const delivery = { result, type: 't', eventId: 'e', ms: 9, ...(redirectsTo && { redirectsTo }) };
  expect(describeDelivery(delivery, paint)).toBe(`  ${start} webhook t e 9 ms${end}\n`);
});

it.each([
  [true, 'failed: Error: no\n at a', '  red error failed: Error: no\n     at a\n'],
  [false, 'asked the provider', '  cyan log asked the provider\n'],
])('dev prints a message of a plug-in, an error: %s', (isError, text, printed) => {
  expect(describeMessage({ isError, text }, paint)).toBe(printed);
});

it.each([
  ['are done', { new1: 3 }, '3', '0', 'The first key seals everything.', true],
  ['are left', { new1: 2, lost: 1 }, '2', '1', 'Other keys still seal values', false],
] as const)('reseal counts the values of each key, and says whether they %s', (...row) => {
  const [, after, moved, left, end, isDone] = row;
  const keys = ['new1', 'old1'];
  const before = new Map(Object.entries({ old1: 2, lost: 1 }));

  const result = describeResult({ keys, before, after: new Map(Object.entries(after)), moved: 2 });

  expect(result.isDone).toBe(isDone);
  expect(result.text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['key', 'before', 'after'],
    ['new1', '0', moved, 'first key of GRANT_KEY'],
    ['old1', '2', '0', 'second key of GRANT_KEY'],
    ['lost', '1', left, 'not in GRANT_KEY'],
    [''],
    [expect.stringContaining(`2 moved. ${end}`)],
    [''],
  ]);
});

it.each([
  ['no-such-program', 'the program was not found'],
  ['/', 'spawn / EACCES'],
])('dev says why it could not start %s', async (program, reason) => {
  await expect(runCommand([program], {}).ended).rejects.toThrow(
    `"${program}" could not be started: ${reason}.`,
  );
});
