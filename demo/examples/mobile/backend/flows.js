import { randomBytes } from 'node:crypto';

const lifetimeMs = 10 * 60 * 1000;

/** Flows that have been started and not finished, by their state. A real backend has a table. */
const flows = new Map();

/**
 * @param user - ID of the signed-in user
 * @returns the state of a new flow, which ends any earlier one of the user
 */
export function startFlow(user) {
  for (const [state, flow] of flows) {
    if (flow.user === user || flow.expiresAt < Date.now()) flows.delete(state);
  }
  const state = randomBytes(32).toString('base64url');
  flows.set(state, { user, expiresAt: Date.now() + lifetimeMs });
  return state;
}

/**
 * @param user - ID of the signed-in user
 * @param state - what came back with the code
 * @returns whether it is the user's own flow; a flow counts once
 */
export function finishFlow(user, state) {
  const flow = flows.get(state);
  if (flow?.user !== user) return false;
  flows.delete(state);
  return flow.expiresAt >= Date.now();
}
