import type { Environment } from '../../shapes/unions.ts';

/** Test or live, in words and in colour. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  return (
    <span class={`badge badge--${environment}`}>{environment === 'test' ? 'Test' : 'Live'}</span>
  );
}
