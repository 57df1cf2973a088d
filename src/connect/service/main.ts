import process from 'node:process';
import { readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { surviveStrayErrors } from './providers/stray-errors.ts';
import { startService } from './start-service.ts';

try {
  const config = readConfig(process.env);
  const log = createLogger('info');
  const service = await startService(config, { log });
  if (config.providersModule !== undefined) {
    surviveStrayErrors(log, new URL('.', import.meta.url).href);
  }
  // Before anything is printed, because a program that reads the output may send a signal at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      service.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  console.log(`Connect service listening on ${service.url}`);
  if (service.randomPassword) {
    // Printed for the operator; not part of the log. Operators who keep standard output set a password.
    console.log(`Dashboard ${service.url}/dashboard, password ${service.randomPassword}`);
    console.log('Set DASHBOARD_PASSWORD to choose your own.');
  }
} catch (error) {
  // Without the stack, so that the operator sees the message.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
