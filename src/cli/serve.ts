import { serviceUrl } from './package-files.ts';

/** Starts the production service in this process, configured by the environment. */
export async function runServe(): Promise<void> {
  await import(serviceUrl);
}
