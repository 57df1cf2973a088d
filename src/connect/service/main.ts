import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import process from 'node:process';
import { createLogger } from './basics/logger.ts';
import { findTracing, flushSpans } from './basics/spans.ts';
import { type Config, readConfig } from './config.ts';
import { explainStartError } from './explain-start-error.ts';
import { surviveStrayErrors } from './providers/plugin-scope.ts';
import { startService } from './start-service.ts';
import { assertStrongSettings } from './weak-settings.ts';

// The first process of a container has no default for these signals, so a stop during a long start would be killed.
let stop = (): void => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());

// Node gives an address of a host 250 ms, which is too short for a provider far away. The next address may be IPv6,
// which many networks do not have.
setDefaultAutoSelectFamilyAttemptTimeout(2000);

let config: Config | undefined;
try {
  config = readConfig(process.env);
  const log = createLogger('info');
  for (const weakness of assertStrongSettings(config, process.env.NODE_ENV)) log.warn(weakness);
  // Tracing is found first, because the parts that are created below ask for it.
  await findTracing();
  if (config.providersModule !== undefined) surviveStrayErrors(log);
  const service = await startService(config, { log });
  // This comes before anything is printed. A program that reads the output may send a signal at once.
  stop = () =>
    void service
      .close()
      .then(flushSpans)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  console.log(`Connect service listening on ${service.url}`);
  console.log(`Accepts connections on ${service.listenAddress}, port ${service.listenPort}`);
  if (service.randomPassword) {
    // The password is printed for the operator, and is not part of the log. Operators who store standard output
    // should set a password.
    console.log(`Dashboard ${service.url}/dashboard, password ${service.randomPassword}`);
    console.log('Set DASHBOARD_PASSWORD to choose your own.');
  }
} catch (error) {
  // The error is printed without its stack, so that the operator sees the message. The process is ended here, because
  // a plug-in may have started something that keeps it alive.
  process.stderr.write(`${explainStartError(error, config)}\n`, () => process.exit(1));
}
