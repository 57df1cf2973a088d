import process from 'node:process';
import { readConfig } from './config.ts';
import { startService } from './start-service.ts';

try {
  const service = await startService(readConfig(process.env));
  // Before anything is printed: what reads it may send a signal at once.
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
  // The sentence is for the operator who starts the service; a stack would bury it.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
