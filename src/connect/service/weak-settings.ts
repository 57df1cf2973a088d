import { isLoopbackHostname } from './addresses/host-origin.ts';
import type { Config } from './config.ts';

/** A shorter password could be guessed despite the limits. */
const leastPasswordCharacters = 12;
/** More than for a password, because a program can use a long token without effort. */
const leastTokenCharacters = 16;

/** A message says which setting is too weak for the internet, why, and what to do. */
export function findWeakSettings(config: Config): readonly string[] {
  const { dashboardPassword, metricsToken, publicUrl } = config;
  const { hostname, protocol } = new URL(publicUrl ?? 'http://localhost');
  const isWeakUrl = protocol === 'http:' && !isLoopbackHostname(hostname);
  return [
    ...(isShort(dashboardPassword, leastPasswordCharacters)
      ? [
          `DASHBOARD_PASSWORD has fewer than ${leastPasswordCharacters} characters. Use a longer one, such as 16 random bytes in hex.`,
        ]
      : []),
    ...(isShort(metricsToken, leastTokenCharacters)
      ? [
          `METRICS_TOKEN has fewer than ${leastTokenCharacters} characters. Use a longer one, such as 16 random bytes in hex.`,
        ]
      : []),
    ...(isWeakUrl
      ? [
          `PUBLIC_URL ${publicUrl} is not encrypted: others can read passwords and codes. Put a proxy with TLS in front, and use its https address.`,
        ]
      : []),
  ];
}

function isShort(text: string | undefined, least: number): boolean {
  return text !== undefined && text.length < least;
}

/** @throws Error in production */
export function assertStrongSettings(
  config: Config,
  nodeEnv: string | undefined,
): readonly string[] {
  const weak = findWeakSettings(config);
  if (nodeEnv !== 'production' || weak.length === 0) return weak;
  throw new Error([...weak, 'With NODE_ENV=production, the service does not start.'].join('\n'));
}
