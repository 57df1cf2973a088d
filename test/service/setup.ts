import { afterEach } from 'vitest';
import './check-fetch.ts';
import { releaseDatabases } from './database.ts';

/* Runs before each file. What it imports is loaded once: files of a worker share their modules. */
afterEach(releaseDatabases);
