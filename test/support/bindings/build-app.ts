import { fileURLToPath } from 'node:url';
import { compile, compileModule } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { cutTexts } from '../../../src/build/cut-texts.ts';
import {
  chooseServiceAddresses,
  joinServiceAddresses,
} from '../../../src/build/service-addresses.ts';
import { aliasReact } from '../alias-react.ts';

/** A binding and its framework. */
export type BindingName = 'react-19' | 'react-18' | 'vue' | 'svelte' | 'element' | 'frameworks';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const appsFolder = fileURLToPath(new URL('apps/', import.meta.url));

/** Compiles components and runes. */
const svelte: Plugin = {
  name: 'svelte',
  transform: {
    filter: { id: /\.svelte(\.js)?$/ },
    handler(code, filename) {
      const { js } = filename.endsWith('.js')
        ? compileModule(code, { filename, dev: true })
        : compile(code, { filename, dev: true, css: 'injected' });
      return js.code;
    },
  },
};

/**
 * Builds the application of one binding, with the framework's warnings.
 *
 * @param isFake - builds a classic script from the source of the bindings and the fake of the SDK. Default: a module
 *   with the built package
 * @returns its text
 */
export async function buildApp(name: BindingName, isFake = false): Promise<string> {
  const framework = name.replace(/-.*/, '');
  const alias = [
    ...aliasReact(name),
    { find: /^react-dom(-18)?\/server$/, replacement: 'react-dom$1/server.browser' },
    ...(isFake
      ? [
          { find: /^tax-connect$/, replacement: `${appsFolder}fake-sdk.ts` },
          { find: /^tax-connect\/(\w+)$/, replacement: `${root}src/sdk/$1.ts` },
        ]
      : []),
  ];
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    mode: 'development',
    define: {
      'process.env.NODE_ENV': '"development"',
      __TAX_CONNECT_SERVICE__: JSON.stringify(joinServiceAddresses(chooseServiceAddresses({}))),
      __TAX_CONNECT_VERSION__: '"0.0.0"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    resolve: { alias, conditions: ['browser', 'development', 'module', 'import'] },
    plugins: [svelte, cutTexts()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${appsFolder}${framework}-app.ts`,
        // The package comes from an import map, because the page's script and the binding must share one copy.
        external: isFake ? [] : ['tax-connect'],
        output: isFake ? { format: 'iife', codeSplitting: false } : {},
      },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const chunk = outputs.flatMap(({ output }) => output).find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`The app of ${name} was not built.`);
  return chunk.code;
}
