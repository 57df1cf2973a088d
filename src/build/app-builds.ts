import { defineConfig, type UserConfig } from 'vite';

/**
 * A program for Node; its packages stay in node_modules.
 *
 * @param input - absolute paths of the files that start it, by their names without ending
 * @param outDir - absolute path of the folder that gets the built files
 * @returns its build
 */
export function createNodeBuild(
  input: Readonly<Record<string, string>>,
  outDir: string,
): UserConfig {
  return {
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { ...input },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A third of the text; the sources are in the repository.
          comments: false,
          // 20 kB less to download; names stay, for the stack traces in the log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
    ssr: { external: ['tax-connect'] },
  };
}

/**
 * Builds of customers of the SDK: `tax-connect…` resolves by the exports of package.json to the built
 * files in dist/, in browsers as in Node, never to the source behind them.
 *
 * @param root - absolute path of the folder that they belong to
 * @param builds - by the mode that chooses each
 * @returns the configuration for Vite
 */
export function defineAppBuilds(root: string, builds: Readonly<Record<string, UserConfig>>) {
  return defineConfig(({ mode }) => {
    const config = builds[mode];
    if (config === undefined) throw new Error(`--mode is one of ${Object.keys(builds).join(', ')}`);
    return {
      root,
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      ...config,
      build: {
        target: 'es2022',
        reportCompressedSize: false,
        emptyOutDir: true,
        ...config.build,
      },
    };
  });
}
