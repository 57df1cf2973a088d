import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { MigrateOptions } from '../connect/service/migrate.ts';
import { findNearName } from '../sdk/protocol/near-name.ts';
import { isOneOf } from '../sdk/protocol/record.ts';
import { type DevValues, devOptions } from './dev-options.ts';

const helpOption = { help: { type: 'boolean', short: 'h' } } as const;

const migrateOptions = {
  ...helpOption,
  finish: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

export interface DevOptions extends DevValues {
  /** The TCP port to listen on; 0 for any free port. */
  readonly port: number;
  /** The command to run beside the sandbox, as a program and its arguments; empty for none. */
  readonly command: readonly string[];
}

export type Command =
  | { readonly name: 'help'; readonly topic: 'all' | CommandName }
  | { readonly name: 'version' }
  | { readonly name: 'dev'; readonly options: DevOptions }
  | { readonly name: 'migrate'; readonly options: Omit<MigrateOptions, 'report'> }
  | { readonly name: PlainName };

/** The commands whose only option is `--help`. */
const plainNames = ['serve', 'doctor', 'reseal', 'sbom'] as const;
export type PlainName = (typeof plainNames)[number];
type CommandName = 'dev' | 'migrate' | PlainName;

/** Its message tells the developer how to correct the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError for an unknown command, an unknown option, or an invalid value */
export function parseCommandLine(words: readonly string[]): Command {
  const [first = 'help', ...rest] = words;
  if (isOneOf(first, ['help', '--help', '-h'])) return { name: 'help', topic: 'all' };
  if (isOneOf(first, ['--version', '-v'])) return { name: 'version' };
  if (first === 'dev') return parseDev(rest);
  if (first === 'migrate') return parseMigrate(rest);
  if (isOneOf(first, plainNames)) return parsePlain(first, rest);
  throw new UsageError(
    `Unknown ${first.startsWith('-') ? 'option' : 'command'} "${first}". ` +
      'The commands are dev, serve, migrate, doctor, reseal and sbom. See "npx tax-connect --help".',
  );
}

function parseDev(words: readonly string[]): Command {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  assertWords('dev', own, devOptions);
  const { help, port, ...values } = parseArgs({ args: [...own], options: devOptions }).values;
  if (help) return { name: 'help', topic: 'dev' };
  const command = end < 0 ? [] : words.slice(end + 1);
  if (end >= 0 && command.length === 0) {
    throw new UsageError('Write the command to run after "--", such as: -- npm test');
  }
  assertDays('consent-days', values['consent-days']);
  return { name: 'dev', options: { ...values, port: parsePort(port), command } };
}

function parseMigrate(words: readonly string[]): Command {
  assertWords('migrate', words, migrateOptions);
  const { values } = parseArgs({ args: [...words], options: migrateOptions });
  if (values.help) return { name: 'help', topic: 'migrate' };
  const options = { isFinish: values.finish ?? false, isDryRun: values['dry-run'] ?? false };
  return { name: 'migrate', options };
}

function parsePlain(name: PlainName, words: readonly string[]): Command {
  assertWords(name, words, helpOption);
  const { help } = parseArgs({ args: [...words], options: helpOption }).values;
  return help ? { name: 'help', topic: name } : { name };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new UsageError(`--port must be a TCP port from 0 to 65535; got "${text}".`);
}

function assertDays(name: string, text: string | undefined): void {
  if (text === undefined || /^\d+$/.test(text)) return;
  throw new UsageError(`--${name} must be a whole number of days; got "${text}".`);
}

/** Refuses unknown words and missing values. Node's parser would, too, but it suggests positional arguments. */
function assertWords(command: CommandName, words: readonly string[], options: Options): void {
  const reading = { strict: false, allowPositionals: true, tokens: true } as const;
  for (const token of parseArgs({ ...reading, args: [...words], options }).tokens) {
    const fault = describeFault(token, command, options);
    if (fault) throw new UsageError(`${fault} See "npx tax-connect ${command} --help".`);
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function describeFault(token: Token, command: CommandName, options: Options): string | undefined {
  if (token.kind === 'option-terminator') return undefined;
  if (token.kind === 'positional') {
    return `"${token.value}" is not an option of ${command}. Put a command to run after "--".`;
  }
  const { name, rawName, value = '' } = token;
  if (!Object.hasOwn(options, name)) {
    const meant = findNearName(name, Object.keys(options));
    return `Unknown option "${rawName}".${meant === undefined ? '' : ` Did you mean "--${meant}"?`}`;
  }
  const isText = options[name]?.type === 'string';
  if (!isText) return token.inlineValue ? `${rawName} takes no value.` : undefined;
  if (value === '' && !token.inlineValue) return `${rawName} needs a value.`;
  // Without an equals sign, a word that begins with a dash is probably the next option.
  const isDashed = value.length > 1 && value.startsWith('-') && !token.inlineValue;
  return isDashed ? `${rawName} needs a value; one with a dash as ${rawName}=${value}.` : undefined;
}
