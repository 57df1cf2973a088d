import { parseArgs } from 'node:util';
import { findNearName } from '../sdk/protocol/near-name.ts';

/** The options of `npx tax-connect dev`. */
export interface DevOptions {
  /** The TCP port to listen on; 0 for any free port. */
  readonly port: number;
  /** The IP address to listen on; undefined for loopback. */
  readonly host: string | undefined;
  /** The origin by which browsers reach the sandbox; undefined for `http://localhost` with the port. */
  readonly publicUrl: string | undefined;
  /** True allows `providers` although other machines can reach the sandbox. */
  readonly allowsProviders: boolean;
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** The purpose that the consent screen shows. The screen shows the next two options, too. */
  readonly purpose: string | undefined;
  readonly privacyUrl: string | undefined;
  readonly consentDays: number | undefined;
  /** The folder in which the sandbox stores its data; undefined to keep the data in memory. */
  readonly dataFolder: string | undefined;
  /** The path of a module that defines provider plug-ins. */
  readonly providers: string | undefined;
  /** The URL to which the sandbox sends its events. */
  readonly webhook: string | undefined;
  readonly isJson: boolean;
  /** The command to run beside the sandbox, as a program and its arguments; empty for none. */
  readonly command: readonly string[];
}

/** The options of `npx tax-connect migrate`. */
interface MigrateOptions {
  /** True removes what only the previous version needs. False adds what this version needs. */
  readonly isFinish: boolean;
  /** True changes nothing, and only prints the changes that are needed. */
  readonly isDryRun: boolean;
}

/** A parsed command line: the name of a command, and its options. */
export type Command =
  | { readonly name: 'help'; readonly topic: 'all' | 'dev' | 'migrate' | PlainName }
  | { readonly name: 'version' }
  | { readonly name: 'dev'; readonly options: DevOptions }
  | { readonly name: 'migrate'; readonly options: MigrateOptions }
  | { readonly name: PlainName };

/** A command without options. */
type PlainName = 'serve' | 'doctor' | 'reseal' | 'sbom';

/** An error in the command line. Its message tells the developer how to correct the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const helpOption = { help: { type: 'boolean', short: 'h' } } as const;

const devOptions = {
  ...helpOption,
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  'allow-providers': { type: 'boolean' },
  origin: { type: 'string', multiple: true },
  'redirect-uri': { type: 'string', multiple: true },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  purpose: { type: 'string' },
  'privacy-url': { type: 'string' },
  'consent-days': { type: 'string' },
  'data-dir': { type: 'string' },
  providers: { type: 'string' },
  webhook: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const migrateOptions = {
  ...helpOption,
  finish: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

const defaultPort = 4400;

/**
 * @param words - the arguments after `tax-connect`
 * @throws UsageError for an unknown command, an unknown option, or an invalid value
 */
export function parseCommandLine(words: readonly string[]): Command {
  const [first, ...rest] = words;
  switch (first) {
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return { name: 'help', topic: 'all' };
    case '--version':
    case '-v':
      return { name: 'version' };
    case 'dev':
      return parseDev(rest);
    case 'migrate':
      return parseMigrate(rest);
    case 'serve':
    case 'doctor':
    case 'reseal':
    case 'sbom':
      return parsePlain(first, rest);
    default:
      throw new UsageError(
        `Unknown ${first.startsWith('-') ? 'option' : 'command'} "${first}". ` +
          'The commands are dev, serve, migrate, doctor, reseal and sbom. See "npx tax-connect --help".',
      );
  }
}

function parseDev(words: readonly string[]): Command {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const { values } = refuseUnknown('dev', Object.keys(devOptions), () =>
    parseArgs({ args: [...own], options: devOptions }),
  );
  if (values.help) return { name: 'help', topic: 'dev' };
  const command = end < 0 ? [] : words.slice(end + 1);
  if (end >= 0 && command.length === 0) {
    throw new UsageError('Write the command to run after "--", such as: -- npm test');
  }
  const options = {
    port: parsePort(values.port),
    host: values.host,
    publicUrl: values['public-url'],
    allowsProviders: values['allow-providers'] ?? false,
    origins: values.origin ?? [],
    redirectUris: values['redirect-uri'] ?? [],
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    purpose: values.purpose,
    privacyUrl: values['privacy-url'],
    consentDays: parseDays(values['consent-days']),
    dataFolder: values['data-dir'],
    providers: values.providers,
    webhook: values.webhook,
    isJson: values.json ?? false,
    command,
  };
  return { name: 'dev', options };
}

function parseMigrate(words: readonly string[]): Command {
  const { values } = refuseUnknown('migrate', Object.keys(migrateOptions), () =>
    parseArgs({ args: [...words], options: migrateOptions }),
  );
  if (values.help) return { name: 'help', topic: 'migrate' };
  const options = { isFinish: values.finish ?? false, isDryRun: values['dry-run'] ?? false };
  return { name: 'migrate', options };
}

function parsePlain(name: PlainName, words: readonly string[]): Command {
  const { values } = refuseUnknown(name, Object.keys(helpOption), () =>
    parseArgs({ args: [...words], options: helpOption }),
  );
  return values.help ? { name: 'help', topic: name } : { name };
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new UsageError(`--port must be a TCP port from 0 to 65535; got "${text}".`);
}

function parseDays(text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? text : Number(text);
  throw new UsageError(`--consent-days must be a whole number of days; got "${text}".`);
}

/** Replaces the messages of Node's parser, which suggest positional arguments when an option is unknown. */
function refuseUnknown<Result>(
  command: 'dev' | 'migrate' | PlainName,
  names: readonly string[],
  parse: () => Result,
): Result {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, word = ''] = /'(--?[^' ]+)/.exec(message) ?? [];
    const see = `See "npx tax-connect ${command} --help".`;
    if (readCode(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const meant = findNearName(word, names);
      const hint = meant === undefined ? '' : ` Did you mean "--${meant}"?`;
      throw new UsageError(`Unknown option "${word}".${hint} ${see}`, { cause: error });
    }
    if (readCode(error) === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
      const [, extra = ''] = /'([^']*)'/.exec(message) ?? [];
      throw new UsageError(
        `"${extra}" is not an option of ${command}. Put a command to run after "--". ${see}`,
        { cause: error },
      );
    }
    const [, option] =
      /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(message) ?? [];
    const sentence = option === undefined ? message : `${option} needs a value.`;
    throw new UsageError(`${sentence} ${see}`, { cause: error });
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
