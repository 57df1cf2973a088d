import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import type { PackedPackage } from './packed-package.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * @param packed - the package
 * @param entry - such as `index` or `react`
 * @returns every export of the entry with its types, in the format of API Extractor
 */
export function createApiReport(packed: PackedPackage, entry: string): string {
  // Outside of node_modules, whose contents would count as another package and be left out.
  const folder = join(packed.folder, '../../described');
  cpSync(packed.folder, folder, { recursive: true });
  const reportFolder = join(folder, 'report');
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, `dist/types/${entry}.d.ts`),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            strict: true,
            target: 'es2022',
            module: 'esnext',
            moduleResolution: 'bundler',
            lib: ['es2022', 'dom', 'dom.iterable'],
            types: [],
            skipLibCheck: true,
            typeRoots: [join(root, 'node_modules/@types')],
          },
          files: [`dist/types/${entry}.d.ts`],
        },
      },
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
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      message.logLevel = ExtractorLogLevel.None;
    },
  });
  return readFileSync(join(reportFolder, `${entry}.api.md`), 'utf8');
}
