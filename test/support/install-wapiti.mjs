// Runs before `npm run test:long`: provides Wapiti, the scanner of the attack tests.
import { findWapiti } from './find-programs.mjs';
import { provideProgram } from './system-packages.mjs';

const find = () => findWapiti()?.version;
const setting = 'TAX_CONNECT_WAPITI to the path of it';
provideProgram({ name: 'Wapiti', find, debianPackage: 'wapiti', setting });
