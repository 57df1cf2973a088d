// Runs before `npm run test:long`: makes sure of the languages that the examples of backends are written in.
// Installs what is missing from Debian, as root or with sudo that asks for no password.
import { spawnSync } from 'node:child_process';
import { installDebianPackages } from './system-packages.mjs';

/** A command that only works with the language, and the packages that bring it. */
const languages = [
  [
    ['/usr/bin/python3', '-c', 'import flask, requests'],
    ['python3-flask', 'python3-requests'],
  ],
  [['php', '--version'], ['php-cli']],
  [
    ['ruby', '-e', 'require "webrick"'],
    ['ruby', 'ruby-webrick'],
  ],
  [['go', 'version'], ['golang-go']],
];

const missing = languages.filter(([command = []]) => !works(command));
if (missing.length > 0) installDebianPackages(...missing.flatMap(([, packages = []]) => packages));
const failed = missing.filter(([command = []]) => !works(command));
if (failed.length > 0) {
  const names = failed.flatMap(([, packages = []]) => packages).join(', ');
  process.stderr.write(`The examples need ${names}, and these could not be installed.\n`);
  process.exit(1);
}
process.stdout.write('Languages of the examples: Python, PHP, Ruby and Go\n');

/** @param {string[]} command - a program and its arguments */
function works([program = '', ...args]) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
