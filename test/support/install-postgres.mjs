// Runs before `npm test`: provides PostgreSQL.
import { findPostgres } from './find-postgres.mjs';
import { provideProgram } from './system-packages.mjs';

const setting = 'TAX_CONNECT_POSTGRES to the folder of initdb';
provideProgram({ name: 'PostgreSQL', find: findPostgres, debianPackage: 'postgresql', setting });
