import { spawnSync } from 'node:child_process';

type Command = readonly string[];

/** A backend of the examples in another language than JavaScript. Commands run in its folder. */
export interface Backend {
  readonly name: string;
  /** Works only where the language is installed; `npm run test:long` installs it. */
  readonly isThere: Command;
  readonly build?: Command;
  readonly command: Command;
  /** The script that reads tax records. */
  readonly records: Command;
  /** The server that receives webhooks. */
  readonly webhooks?: Pick<Backend, 'build' | 'command'>;
}

/** Debian's Python has the packages of Debian. */
const withFlask = ['/usr/bin/python3', 'python3'].find((python) =>
  works([python, '-c', 'import flask, requests']),
);

function serveByPhp(file: string): Command {
  return ['sh', '-c', `exec php -S localhost:$PORT -t $PUBLIC_DIR ${file}`];
}

export const backends: readonly Backend[] = [
  {
    name: 'python',
    isThere: ['python3', '--version'],
    ...runBy('python3', 'py'),
    webhooks: { command: ['python3', 'webhooks.py'] },
  },
  {
    name: 'flask',
    isThere: [withFlask ?? 'false', '--version'],
    ...runBy(withFlask ?? 'false', 'py'),
  },
  {
    name: 'php',
    isThere: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    command: serveByPhp('server.php'),
    records: ['php', 'records.php'],
    webhooks: { command: serveByPhp('webhooks.php') },
  },
  {
    name: 'ruby',
    isThere: ['ruby', '-e', 'require "webrick"'],
    ...runBy('ruby', 'rb'),
    webhooks: { command: ['ruby', '-I', '.', 'webhooks.rb'] },
  },
  {
    name: 'go',
    isThere: ['go', 'version'],
    build: ['go', 'build', '-o', 'server', 'main.go'],
    command: ['./server'],
    records: ['go', 'run', 'records/main.go'],
    webhooks: {
      build: ['sh', '-c', 'cd webhooks && go build -o ../server .'],
      command: ['./server'],
    },
  },
];

function runBy(program: string, ending: string) {
  const run = (script: string): Command => [program, `${script}.${ending}`];
  return { command: run('server'), records: run('records') };
}

/** @returns whether a command succeeds */
export function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
