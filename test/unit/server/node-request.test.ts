import { describe, expect, it } from 'vitest';
import { type NodeRequest, readNodeRequest } from '../../../src/sdk/server/node-request.ts';

/** A request as Node's servers pass it, whose body counts how often it is read. */
function createIncoming(change: Partial<NodeRequest>, chunks: readonly string[] = []) {
  const counts = { reads: 0 };
  const incoming: NodeRequest = {
    method: 'POST',
    url: '/callback',
    headers: { host: 'shop.example' },
    socket: {},
    resume: () => undefined,
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) {
        counts.reads += 1;
        yield new TextEncoder().encode(chunk);
      }
    },
    ...change,
  };
  return { incoming, counts };
}

const read = (change: Partial<NodeRequest>, chunks?: readonly string[]) =>
  readNodeRequest(createIncoming(change, chunks).incoming, new AbortController().signal).request;

describe('the address', () => {
  it.each<[string, Partial<NodeRequest>, string]>([
    ['of a TLS socket', { socket: { encrypted: true } }, 'https://shop.example/callback'],
    [
      'of HTTP/2',
      { headers: { ':authority': 'shop.example:8443' }, socket: { encrypted: true } },
      'https://shop.example:8443/callback',
    ],
    ['of HTTP/1.0, which has no host', { headers: {} }, 'http://localhost/callback'],
    [
      'of which Express has removed the mount path',
      { originalUrl: '/api/callback?code=x', url: '/' },
      'http://shop.example/api/callback?code=x',
    ],
    [
      'with another address in its query',
      { url: '/callback?next=https://other.example/' },
      'http://shop.example/callback?next=https://other.example/',
    ],
  ])('%s', (_, change, url) => {
    expect(read(change).url).toBe(url);
  });
});

it.each(['GET', 'HEAD'])('%s has no body, although one is announced', (method) => {
  const headers = { host: 'shop.example', 'content-length': '5' };
  expect(read({ method, headers }, ['hello']).body).toBeNull();
});

describe('the headers', () => {
  it('are those of the request, without pseudo-headers and absent ones', () => {
    const headers = {
      ':authority': 'shop.example',
      ':path': '/callback',
      'x-absent': undefined,
      'x-list': ['1', '2'],
      accept: 'text/html',
    };

    expect(Object.fromEntries(read({ headers }).headers)).toEqual({
      accept: 'text/html',
      'x-list': '1, 2',
    });
  });

  it('describe the body only while it is as it was sent', () => {
    const headers = {
      'content-encoding': 'gzip',
      'content-length': '9',
      'content-type': 'text/plain',
      'transfer-encoding': 'chunked',
    };
    const names = (body?: string) =>
      [...read({ headers, ...(body === undefined ? {} : { body }) }).headers.keys()].sort();

    expect(names('parsed')).toEqual(['content-type']);
    expect(names()).toEqual(Object.keys(headers));
  });
});

describe('the body', () => {
  it('is as it was sent when the framework has kept it beside the parsed one', async () => {
    const headers = { 'content-type': 'application/json' };
    const rawBody = '{"b":1,"1":2}';
    const bytes = new TextEncoder().encode(rawBody);

    for (const body of [JSON.parse(rawBody), '{"1":2,"b":1}']) {
      expect(await read({ headers, body, rawBody }).text()).toBe(rawBody);
      expect(await read({ headers, body, rawBody: bytes }).text()).toBe(rawBody);
    }
  });

  it.each<[string, unknown, string]>([
    ['parsed JSON', { a: 1 }, '{"a":1}'],
    ['text', '{ "a": 1 }', '{ "a": 1 }'],
    ['bytes', new TextEncoder().encode('{ "a": 1 }'), '{ "a": 1 }'],
  ])('is the one that a parser has left: %s', async (_, body, expected) => {
    const headers = { 'content-type': 'application/json' };
    expect(await read({ headers, body }).text()).toBe(expected);
  });

  it('is as it was sent when Express 4 has set an empty object, and no parser has read it', async () => {
    const headers = { 'content-length': '5', 'content-type': 'application/json' };
    const request = read({ headers, body: {}, readableDidRead: false }, ['hello']);

    expect(await request.text()).toBe('hello');
    expect(request.headers.get('content-length')).toBe('5');
  });

  it('is null when a parser has left an empty object for a request without a media type', () => {
    expect(read({ body: {} }).body).toBeNull();
  });

  it('that a parser has read, and not left, is named when the application reads it', async () => {
    const headers = { 'content-length': '10' };

    await expect(read({ headers, readableDidRead: true }).text()).rejects.toThrow(
      'A parser has read the body before toNodeHandler',
    );
    expect(await read({ headers, readableDidRead: false }, ['hello']).text()).toBe('hello');
  });
});
