import type { Environment } from '../../shapes/unions.ts';
import { Status } from './status.tsx';

/** Shows whether an application is for tests or live, in words and by colour. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  const isTest = environment === 'test';
  return <Status kind={isTest ? 'warning' : 'good'} text={isTest ? 'Test' : 'Live'} />;
}
