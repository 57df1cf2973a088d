import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { aliasReact } from '../alias-react.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds an application of other libraries with the built package. The SDK itself comes from an import map.
 *
 * @param name - of the file in `apps/`, without its ending
 * @param react - the name of the installed version: `react-18`
 * @returns the text of one module
 */
export async function buildHost(name: string, react = 'react-19'): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: aliasReact(react) },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`apps/${name}.js`, import.meta.url)),
        external: ['tax-connect'],
        output: { codeSplitting: false },
      },
    },
  });
  const { output } = result as Rollup.RollupOutput;
  return output[0].code;
}
