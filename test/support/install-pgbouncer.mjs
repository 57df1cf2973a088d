// Runs before the long run: provides PgBouncer.
import { findPgBouncer } from './find-programs.mjs';
import { provideProgram } from './system-packages.mjs';

const setting = 'TAX_CONNECT_PGBOUNCER to the program';
provideProgram({ name: 'PgBouncer', find: findPgBouncer, debianPackage: 'pgbouncer', setting });
