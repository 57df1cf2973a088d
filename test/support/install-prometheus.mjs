// Runs before `npm run test:long`: provides promtool, which evaluates the alert rules.
import { findPromtool } from './find-programs.mjs';
import { provideProgram } from './system-packages.mjs';

const setting = 'TAX_CONNECT_PROMTOOL to the path of promtool';
provideProgram({ name: 'promtool', find: findPromtool, debianPackage: 'prometheus', setting });
