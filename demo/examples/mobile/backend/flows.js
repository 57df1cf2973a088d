import { createHash, randomBytes } from 'node:crypto';

const lifetimeMs = 10 * 60 * 1000;

/** Flows that have been started and not finished, by their state. A real backend has a table. */
const flows = new Map();

/**
 * @param user - ID of the signed-in user
 * @returns the state and the code challenge of a new flow, which ends any earlier one of the user
 */
export function startFlow(user) {
  for (const [state, flow] of flows) {
    if (flow.user === user || flow.expiresAt < Date.now()) flows.delete(state);
  }
  const [state, codeVerifier] = [createSecret(), createSecret()];
  flows.set(state, { user, codeVerifier, expiresAt: Date.now() + lifetimeMs });
  // Only the hash is in the address. The verifier stays on this backend: RFC 7636.
  return { state, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}

/**
 * @param user - ID of the signed-in user
 * @param state - what came back with the code
 * @returns the flow's code verifier; undefined unless it is the user's own flow, which counts once
 */
export function finishFlow(user, state) {
  const flow = flows.get(state);
  if (flow?.user !== user) return undefined;
  flows.delete(state);
  return flow.expiresAt >= Date.now() ? flow.codeVerifier : undefined;
}

function createSecret() {
  return randomBytes(32).toString('base64url');
}
