import { defineConfig, type UserConfig } from 'vite';
import { cutTexts } from './cut-texts.ts';

/**
 * Configures the build of a program for Node. The packages that the program imports are not bundled.
 *
 * @param input - the absolute paths of the entry files, by the names of the built files without extension
 * @param outDir - the absolute path of the folder for the built files
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
          // Removes comments, which would be a third of the code. They can be read in the repository.
          comments: false,
          // Minifying saves 25 kB. Names stay, so that stack traces in the log can be understood.
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
 * Creates a Vite configuration that chooses one of several builds by `--mode`. The builds use the SDK as customers do:
 * imports of `tax-connect…` resolve to the built files in dist/, by the exports of package.json.
 *
 * @param root - the absolute path of the folder with the sources to build
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
