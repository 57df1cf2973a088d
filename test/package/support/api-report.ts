import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor';
import type { PackedPackage } from './packed-package.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
  typeRoots: [join(root, 'node_modules/@types')],
};

/** Lines that every report of API Extractor has. A tag such as `@beta` stays. */
const repeated =
  /^(?:## API Report File .*\n|[ \t]*\/\/ (?:@public|\(undocumented\)|\(No @package.*))\n/gm;
const emptyEdges = /(?<=```ts\n)\n+|\n+(?=\n```)/g;

/** @returns by entry: every export with its types, in API Extractor's format */
export function createApiReports(
  packed: PackedPackage,
  entries: readonly [string, ...string[]],
): ReadonlyMap<string, string> {
  // Outside of node_modules, whose contents would count as another package and be left out.
  const folder = join(packed.folder, '../../described');
  cpSync(packed.folder, folder, { recursive: true });
  const reportFolder = join(folder, 'report');
  const findEntry = (entry: string) => join(folder, `dist/types/${entry}.d.ts`);
  const prepare = (entry: string) =>
    ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: findEntry(entry),
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions, files: entries.map(findEntry) } },
        apiReport: {
          enabled: true,
          reportFileName: entry,
          reportFolder,
          reportTempFolder: reportFolder,
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          compilerMessageReporting: { default: { logLevel: 'none' as ExtractorLogLevel } },
          extractorMessageReporting: { default: { logLevel: 'none' as ExtractorLogLevel } },
          tsdocMessageReporting: { default: { logLevel: 'none' as ExtractorLogLevel } },
        },
      },
    });
  // The declarations are compiled once for all entries.
  const compilerState = CompilerState.create(prepare(entries[0]));
  const report = (entry: string) => {
    Extractor.invoke(prepare(entry), {
      compilerState,
      localBuild: true,
      messageCallback(message) {
        message.logLevel = ExtractorLogLevel.None;
      },
    });
    const text = readFileSync(join(reportFolder, `${entry}.api.md`), 'utf8');
    return text.replaceAll(repeated, '').replaceAll(emptyEdges, '').trimStart();
  };
  return new Map(entries.map((entry) => [entry, report(entry)]));
}
