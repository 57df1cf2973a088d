import { setTimeout as wait } from 'node:timers/promises';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { readConfig } from '../../src/connect/service/config.ts';
import { type RunningService, startService } from '../../src/connect/service/start-service.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { builtAssets } from './built-assets.ts';
import { createTestDatabase } from './database.ts';
import { credentials, testApplication } from './test-application.ts';
import { atOnce, createActs, readJson } from './world.ts';

interface Start {
  /** Default: an empty database. */
  readonly location?: StoreLocation;
  /** Default: the test application, or those of APPLICATIONS_FILE. */
  readonly applications?: readonly ApplicationRegistration[];
  readonly assets?: typeof builtAssets;
  readonly level?: string;
  readonly write?: (line: string) => void;
}

/** Starts the service in this process, on a free port. */
export async function startOnNetwork(
  environment: Readonly<Record<string, string>> = {},
  { location, applications, assets = builtAssets, level = 'silent', write = () => {} }: Start = {},
): Promise<RunningService> {
  const config = {
    ...readConfig({ PORT: '0', ...environment }),
    ...(location ?? (await createTestDatabase(':memory:'))),
    ...(environment.APPLICATIONS_FILE ? {} : { applications: applications ?? [testApplication] }),
  };
  // This service may get the port of an earlier one. By then, `fetch` must have noticed that its connections are closed.
  await wait(10);
  return await startService(config, { log: createLogger(level, { write }), assets });
}

/**
 * Codes from the sandbox endpoint, without a browser.
 *
 * @param usernames - whose accounts take turns
 */
export async function issueCodes(
  baseUrl: string,
  count: number,
  usernames: readonly string[] = ['user_good'],
): Promise<readonly string[]> {
  return await atOnce(count, async (index) => {
    const body = { ...credentials, username: usernames[index % usernames.length] };
    const issue = () => actAt(baseUrl).post('/sandbox/authorization_codes', body);
    let response = await issue();
    // A busy machine asks to come back.
    while (response.status === 503) response = await issue();
    return String((await readJson(response)).code);
  });
}

/** @returns what people, backends and operators do, at a service with this address */
export const actAt = (baseUrl: string) =>
  createActs((path, init) => fetch(baseUrl + path, init), { 'Sec-Fetch-Site': 'same-origin' });

/** A flow at its login, driven over the network. */
export async function startLoginAt(baseUrl: string) {
  const { token } = await actAt(baseUrl).startLogin();
  return {
    /** @param url - any process that shares the database */
    logInAt: (url: string, username: string, password?: string) =>
      actAt(url).createFlow(token).logIn(username, password),
  };
}
