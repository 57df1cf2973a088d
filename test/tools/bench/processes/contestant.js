// Shared by the servers that ours is compared with. They listen, report that to their parent process, and
// accept new codes from it.
import { createServer } from 'node:http';

/** The one application that they know. */
export const application = {
  clientId: process.env.CLIENT_ID ?? '',
  clientSecret: process.env.CLIENT_SECRET ?? '',
  redirectUri: process.env.REDIRECT_URI ?? '',
};

/**
 * @param {import('node:http').RequestListener} listener - answers requests
 * @param {(run: string, count: number) => Promise<void>} plant - adds codes, see `createCode`
 */
export function serve(listener, plant) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const listenPort = typeof address === 'object' && address ? address.port : 0;
    process.send?.({ listenPort });
  });
  process.on('message', (message) => {
    const { run, count } = /** @type {{ run: string, count: number }} */ (message);
    plant(run, count).then(
      () => process.send?.({ planted: count }),
      (error) => process.send?.({ error: String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
