import { isLoopbackHostname } from './addresses/host-origin.ts';
import type { Config } from './config.ts';

/** The least number of characters of a password. A shorter one could be guessed despite the limit of attempts. */
const leastPasswordCharacters = 12;
/** The least number of characters of a token. It is high, because a program can use a long token without effort. */
const leastTokenCharacters = 16;

/** Lists the settings that are too weak for the internet. Each message names the setting, the risk, and what to do. */
export function findWeakSettings(config: Config): readonly string[] {
  const { dashboardPassword, metricsToken, publicUrl } = config;
  const { hostname, protocol } = new URL(publicUrl ?? 'http://localhost');
  const isWeakUrl = protocol === 'http:' && !isLoopbackHostname(hostname);
  const secrets = [
    ['DASHBOARD_PASSWORD', dashboardPassword, leastPasswordCharacters],
    ['METRICS_TOKEN', metricsToken, leastTokenCharacters],
  ] as const;
  const short = secrets.filter(([, secret, least]) => secret && secret.length < least);
  return [
    ...short.map(
      ([name, , least]) =>
        `${name} has fewer than ${least} characters. Use a longer one, such as 16 random bytes in hex.`,
    ),
    ...(isWeakUrl
      ? [
          `PUBLIC_URL ${publicUrl} is not encrypted: others can read passwords and codes. Put a proxy with TLS in front, and use its https address.`,
        ]
      : []),
  ];
}

/**
 * Returns the messages of weak settings.
 *
 * @throws Error for weak settings when NODE_ENV is `production`
 */
export function assertStrongSettings(
  config: Config,
  nodeEnv: string | undefined,
): readonly string[] {
  const weak = findWeakSettings(config);
  if (nodeEnv !== 'production' || weak.length === 0) return weak;
  throw new Error([...weak, 'With NODE_ENV=production, the service does not start.'].join('\n'));
}
