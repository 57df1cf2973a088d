#!/usr/bin/env node
import * as nodeModule from 'node:module';
import process from 'node:process';
import type { MigrateOptions } from '../connect/service/migrate.ts';
import { type PlainName, parseCommandLine, UsageError } from './command-line.ts';
import { runDev } from './dev.ts';
import { runDoctor } from './doctor.ts';
import { helpTexts } from './help.ts';
import { readBillOfMaterials, readVersion, serviceModules } from './package-files.ts';
import { runReseal } from './reseal.ts';

// Makes Node store compiled code, so that later starts take half as long. Only Node 22.8 and newer have this function.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const print = (text: string) => process.stdout.write(text);

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` ends early. The command goes on: a migration must not stop halfway.
    if (error.code === 'EPIPE') return;
    const problem = `The output cannot be written: ${error.message}\n`;
    process.stderr.write(problem, () => process.exit(1));
  });
}

const runs: Readonly<Record<PlainName | 'version', () => unknown>> = {
  version: () => print(`${readVersion()}\n`),
  serve: () => import(serviceModules.main),
  doctor: runDoctor,
  reseal: runReseal,
  sbom: () => print(readBillOfMaterials()),
};

try {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.name === 'migrate' || command.name === 'reseal') endAtSignals();
  if (command.name === 'help') print(helpTexts[command.topic]);
  else if (command.name === 'dev') await runDev(command.options);
  else if (command.name === 'migrate') await runMigrate(command.options);
  else await runs[command.name]();
} catch (error) {
  // A stack trace would hide the message. Exits explicitly, because a plug-in may keep the process alive.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`, () =>
    process.exit(error instanceof UsageError ? 2 : 1),
  );
}

async function runMigrate(options: Omit<MigrateOptions, 'report'>): Promise<void> {
  const { migrate }: typeof import('../connect/service/migrate.ts') = await import(
    serviceModules.migrate
  );
  await migrate(process.env, { ...options, report: (line) => print(`${line}\n`) });
}

/** Gives the first process of a container the end that every other process has by default: it would ignore signals. */
function endAtSignals(): void {
  if (process.pid !== 1) return;
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
