/** Starts the application's backend; `demo/hosts/config.ts` lists its environment variables. */
import { readConfig } from './config.ts';
import { startHosts } from './server.ts';

const { url } = await startHosts({
  ...readConfig(process.env),
  // The build writes the pages into the folder that contains the built form of this file.
  pagesFolder: import.meta.dirname,
  log: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(`application: ${url}\n`);
