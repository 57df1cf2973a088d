// `npm run screens`: contact sheets of every screen of the gallery, for people to look at.
//
//   node test/tools/screens/run.mjs                                  all sizes, themes and languages
//   node test/tools/screens/run.mjs login consent                    only screens whose id contains one of these words
//   node test/tools/screens/run.mjs --sizes=390x844 --themes=dark --locales=ar,de
//   node test/tools/screens/run.mjs page-consent --texts=operator     consent with an operator's texts, on its own page
//   node test/tools/screens/run.mjs --docs                           only the pictures of the documentation, into demo/docs
//   node test/tools/screens/run.mjs --out=test/.output/before        where the sheets go; default: test/.output/screens
//
// No test compares the pictures, because fonts differ between machines.
import { loadAfterBuild } from '../../support/load-after-build.mjs';

const args = process.argv.slice(2);
/** @type {typeof import('./main.ts')} */
const module = await loadAfterBuild('test/tools/screens/main.ts');
if (args.includes('--docs')) await module.takeDocsPictures();
else await module.makeContactSheets(args);
