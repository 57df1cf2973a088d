// The image's health check: exit code 0 when the service can serve.
import { isIPv6 } from 'node:net';

const port = process.env.PORT || '4400';
// On Linux, a request to 0.0.0.0 or :: reaches this machine.
const host = process.env.HOST || '127.0.0.1';

try {
  const { ok } = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/readyz`, {
    signal: AbortSignal.timeout(4000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
