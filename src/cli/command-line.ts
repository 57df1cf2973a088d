import { parseArgs } from 'node:util';
import { findNearName } from '../sdk/protocol/near-name.ts';

/** The options of `npx tax-connect dev`. */
export interface DevOptions {
  /** The TCP port; 0 for any free port. */
  readonly port: number;
  /** The IP address to listen on; undefined for loopback. */
  readonly host: string | undefined;
  /** The origin that browsers use; undefined for `http://localhost` with the port. */
  readonly publicUrl: string | undefined;
  /** Allows `providers` although others can reach the sandbox. */
  readonly allowsProviders: boolean;
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Shown on the consent screen, like the next two. */
  readonly purpose: string | undefined;
  readonly privacyUrl: string | undefined;
  readonly consentDays: number | undefined;
  /** The folder for the data; undefined to keep it in memory. */
  readonly dataFolder: string | undefined;
  /** The path of a module with providers. */
  readonly providers: string | undefined;
  /** The address of an endpoint that gets the events. */
  readonly webhook: string | undefined;
  readonly isJson: boolean;
  /** A program and its arguments to run beside the service; empty for none. */
  readonly command: readonly string[];
}

/** The options of `npx tax-connect migrate`. */
interface MigrateOptions {
  /** Removes what only the previous version needed, instead of adding what this one needs. */
  readonly isFinish: boolean;
  /** Only reports what is missing. */
  readonly isDryRun: boolean;
}

/** A parsed command line. */
export type Command =
  | { readonly name: 'help'; readonly topic: 'all' | 'dev' | 'migrate' | PlainName }
  | { readonly name: 'version' }
  | { readonly name: 'dev'; readonly options: DevOptions }
  | { readonly name: 'migrate'; readonly options: MigrateOptions }
  | { readonly name: PlainName };

/** A command without options. */
type PlainName = 'serve' | 'doctor' | 'reseal' | 'sbom';

/** An error in the command line. The message says how to correct it. */
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
 * @param words - the command line after the program's name
 * @returns the command and its options
 * @throws UsageError for an unknown command or option, or a wrong value
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

/** Replaces Node's own message for an unknown option, which is about positional arguments. */
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
