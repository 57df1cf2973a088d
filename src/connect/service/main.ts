import process from 'node:process';
import { readConfig } from './config.ts';
import { startService } from './start-service.ts';

try {
  const service = await startService(readConfig(process.env));
  console.log(`Connect service listening on ${service.url}`);
  if (service.randomPassword) {
    // A sentence for who looks on, and no line of the log. Who keeps standard output sets a password.
    console.log(`Dashboard ${service.url}/dashboard, password ${service.randomPassword}`);
    console.log('Set DASHBOARD_PASSWORD to choose your own.');
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      service.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
} catch (error) {
  // The sentence is for whoever starts the service; a stack would bury it.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
