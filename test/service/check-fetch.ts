import { assertDescribed } from './openapi-check.ts';

/* Compares responses over the network, to tests and third-party clients, with `/openapi.json`. The harness compares
   requests in process. */
const send = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await send(input, init);
  // `instanceof Request` would not do: the server of another file of this worker may have replaced that class.
  const isRequest = typeof input === 'object' && 'url' in input;
  const { hostname, pathname } = new URL(isRequest ? input.url : input);
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  const body = typeof init?.body === 'string' ? init.body : undefined;
  const isOurs = /^(?:127\.0\.0\.1|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  if (isOurs) await assertDescribed({ method, pathname, body, response });
  return response;
};
