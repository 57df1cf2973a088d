import type { Environment } from './schema.ts';

/** A registered application, without its secrets. */
export interface Application {
  readonly clientId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly submissionLimit: number | null;
  readonly submissionsUsed: number;
}
