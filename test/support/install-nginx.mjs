// Runs before `npm run test:long`: provides nginx, which tries the configuration of the operator's guide.
import { findNginx } from './find-programs.mjs';
import { provideProgram } from './system-packages.mjs';

const setting = 'TAX_CONNECT_NGINX to the path of it';
provideProgram({ name: 'nginx', find: findNginx, debianPackage: 'nginx', setting });
