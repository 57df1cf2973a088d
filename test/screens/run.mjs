// `npm run screens`: contact sheets of every screen of the gallery, for people to look at.
//
//   node test/screens/run.mjs                                  all sizes, themes and languages
//   node test/screens/run.mjs login consent                    only screens whose id contains one of these words
//   node test/screens/run.mjs --sizes=390x844 --themes=dark --locales=ar,de
//   node test/screens/run.mjs --docs                           only the pictures of the documentation, into demo/docs
//   node test/screens/run.mjs --out=test/.output/before        where the sheets go; default: test/.output/screens
//
// No test compares the pictures, because fonts differ between machines.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

const build = ['src/build/build.mjs', 'all', '--if-stale'];
if (spawnSync(process.execPath, build, { stdio: 'inherit' }).status === 0) {
  /** @type {{ module: typeof import('./main.ts') }} */
  const { module } = await runnerImport(`${root}test/screens/main.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  const args = process.argv.slice(2);
  if (args.includes('--docs')) await module.takeDocsPictures();
  else await module.makeContactSheets(args);
} else {
  process.stderr.write('The build failed: there is nothing to look at.\n');
  process.exitCode = 1;
}
