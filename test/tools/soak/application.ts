import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The application that people connect. */
export const application = { clientId: 'soak' } as const;

/** @returns the environment of the service except for its database, and the application's secret */
export function registerApplication(folder: string, origin: string) {
  const clientSecret = randomBytes(32).toString('hex');
  const file = join(folder, 'applications.json');
  const registration = {
    ...{
      name: 'Soak',
      client_id: application.clientId,
      client_secret: clientSecret,
      environment: 'live',
    },
    ...{ redirect_uris: [], origins: [origin], submission_limit: 1e9 },
  };
  writeFileSync(file, JSON.stringify([registration]), { mode: 0o600 });
  const environment = {
    APPLICATIONS_FILE: file,
    DASHBOARD_PASSWORD: randomBytes(16).toString('hex'),
    GRANT_KEY: randomBytes(32).toString('base64'),
  };
  return { environment, clientSecret };
}
