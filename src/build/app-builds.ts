import { defineConfig, type UserConfig } from 'vite';
import { cutTexts } from './cut-texts.ts';

/** Configures the build of a program for Node, without its packages. `input`: paths of entries by built names. */
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

/** Chooses a build by `--mode`. Imports of `tax-connect…` are those of customers: the built files in dist/. */
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
