#!/usr/bin/env node
import * as nodeModule from 'node:module';
import process from 'node:process';
import { parseCommandLine, UsageError } from './command-line.ts';
import { runDev } from './dev.ts';
import { helpTexts } from './help.ts';
import { readVersion } from './package-files.ts';
import { runServe } from './serve.ts';

// Node keeps what it compiled: the second start takes half as long. Node 22.8 and newer can.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

try {
  const command = parseCommandLine(process.argv.slice(2));
  switch (command.name) {
    case 'help':
      process.stdout.write(helpTexts[command.topic]);
      break;
    case 'version':
      process.stdout.write(`${readVersion()}\n`);
      break;
    case 'dev':
      await runDev(command.options);
      break;
    case 'serve':
      await runServe();
      break;
  }
} catch (error) {
  // Without the stack, so that the message is seen.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
