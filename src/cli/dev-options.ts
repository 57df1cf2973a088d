import type { parseArgs } from 'node:util';

const flag = (help: string) => ({ type: 'boolean', value: '', help }) as const;
const text = (value: string, help: string) => ({ type: 'string', value, help }) as const;
const list = (value: string, help: string) =>
  ({ ...text(value, help), multiple: true, default: [] as string[] }) as const;

/** In the order of the help. An option for a field of the application has its name, with dashes and in the singular. */
export const devOptions = {
  port: { ...text('<number>', 'TCP port; 0: any free one (default: 4400)'), default: '4400' },
  host: text('<address>', 'IP address to listen on, such as 0.0.0.0 (default: this machine only)'),
  'public-url': text(
    '<url>',
    'what browsers open: https, of a tunnel or proxy (default: http://localhost and the port)',
  ),
  'allow-providers': flag('allow --providers although others can reach the sandbox'),
  origin: list('<origin>', 'a page that may open Connect; repeatable (default: any on loopback)'),
  'redirect-uri': list(
    '<uri>',
    'where a redirect flow may return to; repeatable (default: any on loopback)',
  ),
  'client-id': text('<text>', 'of the test application (default: test_app)'),
  'client-secret': text(
    '<text>',
    'at least 32 characters (default: random, kept for this project)',
  ),
  purpose: text('<sentence>', 'what consent says that the data is for (default: nothing)'),
  'privacy-url': text('<url>', 'the privacy policy that consent links to (default: none)'),
  'consent-days': text('<days>', 'how long a consent is valid, 1 to 366 (default: without an end)'),
  'data-dir': text('<folder>', 'keep data there (default: in memory)'),
  providers: text('<module>', 'a module with your providers, beside the sandbox'),
  webhook: text('<url>', 'an endpoint of yours that gets every event, signed'),
  json: flag('print one line of JSON instead of text'),
  help: { ...flag('show this'), short: 'h' },
} as const;

export type DevValues = Omit<
  ReturnType<typeof parseArgs<{ options: typeof devOptions }>>['values'],
  'help' | 'port'
>;

export function readTerms(values: DevValues) {
  const days = values['consent-days'];
  return {
    purpose: values.purpose,
    privacy_url: values['privacy-url'],
    consent_days: days === undefined ? undefined : Number(days),
  };
}

export function describeDevOptions(): string {
  const lines = Object.entries(devOptions).map(([name, option]) => {
    const short = 'short' in option ? `-${option.short}, ` : '';
    return `  ${`${short}--${name} ${option.value}`.padEnd(24)}${option.help}`;
  });
  return lines.join('\n');
}

type DevOptionName = Exclude<keyof typeof devOptions, 'help'>;

/** @returns the option that sets a field such as `redirect_uris` of the service; undefined when no option does */
export function findDevOption(field: string): DevOptionName | undefined {
  const names = Object.keys(devOptions) as DevOptionName[];
  const wanted = field.replaceAll('_', '-');
  return names.find((name) => name === wanted || `${name}s` === wanted);
}
