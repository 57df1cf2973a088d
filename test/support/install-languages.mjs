// Runs before `npm run test:long`: installs missing languages of the backend examples from Debian, as root
// or with sudo without a password.
import { spawnSync } from 'node:child_process';
import { installDebianPackages } from './system-packages.mjs';

/** A command that works only with the language, and the packages that contain the language. */
const languages = [
  [
    ['/usr/bin/python3', '-c', 'import flask, requests'],
    ['python3-flask', 'python3-requests'],
  ],
  [
    ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    ['php-cli', 'php-curl'],
  ],
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
