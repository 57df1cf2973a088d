import type { Environment } from '../../shapes/unions.ts';

/** Shows whether an application is for tests or live, in words and by colour. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  return (
    <span class={`badge badge--${environment}`}>{environment === 'test' ? 'Test' : 'Live'}</span>
  );
}
