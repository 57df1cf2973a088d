#!/usr/bin/env node
import * as nodeModule from 'node:module';
import process from 'node:process';
import { parseCommandLine, UsageError } from './command-line.ts';
import { runDev } from './dev.ts';
import { runDoctor } from './doctor.ts';
import { helpTexts } from './help.ts';
import { readBillOfMaterials, readVersion, serviceModules } from './package-files.ts';
import { runReseal } from './reseal.ts';

// Makes Node store compiled code, so that later starts take half as long. Only Node 22.8 and newer have this function.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

try {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.name === 'migrate' || command.name === 'reseal') endAtSignals();
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
    case 'migrate': {
      const { migrate }: typeof import('../connect/service/migrate.ts') = await import(
        serviceModules.migrate
      );
      const report = (line: string) => process.stdout.write(`${line}\n`);
      await migrate(process.env, { ...command.options, report });
      break;
    }
    case 'doctor':
      await runDoctor();
      break;
    case 'reseal':
      await runReseal();
      break;
    case 'sbom':
      process.stdout.write(readBillOfMaterials());
      break;
    case 'serve':
      await import(serviceModules.main);
      break;
  }
} catch (error) {
  // A stack trace would hide the message. Exits explicitly, because a plug-in may keep the process alive.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`, () =>
    process.exit(error instanceof UsageError ? 2 : 1),
  );
}

/** Gives the first process of a container the end that every other process has by default: it would ignore signals. */
function endAtSignals(): void {
  if (process.pid !== 1) return;
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
