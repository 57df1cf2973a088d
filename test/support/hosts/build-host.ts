import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { aliasReact } from '../alias-react.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundles an application of `apps/`, and maps the SDK and a version of React. @returns one module */
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
