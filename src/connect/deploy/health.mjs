// The image's health check: exit code 0 when the service can serve.
import { isIPv6 } from 'node:net';

/** Leaves out what `docker run --env-file` keeps around a value, as the service does. */
const read = (name) => process.env[name]?.replace(/^\s*["']?|["']?\s*$/g, '');

const port = read('PORT') || '4400';
// On Linux, a request to 0.0.0.0 or :: reaches this machine.
const host = read('HOST') || '127.0.0.1';

try {
  const { ok } = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/readyz`, {
    signal: AbortSignal.timeout(4000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
