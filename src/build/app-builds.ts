import { defineConfig, type UserConfig } from 'vite';
import { cutTexts } from './cut-texts.ts';

/**
 * Builds a program for Node. Its packages are not bundled.
 *
 * @param input - absolute paths of the entry files, by their names without extension
 * @param outDir - absolute path of the folder for the built files
 * @returns the build's configuration
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
          // The comments are in the repository. They would be a third of the text.
          comments: false,
          // Saves 25 kB. Names are kept for the stack traces in the log.
          minify: {
            compress: { keepNames: { function: true, class: true } },
            mangle: false,
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
    ssr: { external: ['tax-connect'] },
  };
}

/**
 * Builds that use the SDK as customers do: `tax-connect…` resolves by the exports of package.json to the built
 * files in dist/, in browsers and in Node, and never to the sources.
 *
 * @param root - absolute path of the project's folder
 * @returns the configuration for Vite
 */
export function defineAppBuilds(root: string, builds: Readonly<Record<string, UserConfig>>) {
  return defineConfig(({ mode }) => {
    const config = builds[mode];
    if (config === undefined)
      throw new Error(`--mode must be one of ${Object.keys(builds).join(', ')}`);
    return {
      root,
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      ...config,
      plugins: [cutTexts(), ...(config.plugins ?? [])],
      build: {
        target: 'es2022',
        reportCompressedSize: false,
        emptyOutDir: true,
        ...config.build,
      },
    };
  });
}
