import type { HostPresence } from 'tax-connect/page';
import type { FlowClient, FlowResult } from './flow-client.ts';

/**
 * Sends no password and asks for no code unless a host waits for the outcome. A popup stays open when
 * the host's page is reloaded, navigates, or is closed.
 *
 * @param checkHost - asks whether the host's session is still open
 * @returns the same client, which asks the host first
 */
export function guardByHost(
  client: FlowClient,
  checkHost: () => Promise<HostPresence>,
): FlowClient {
  const ask = async <Value>(
    signal: AbortSignal,
    request: () => Promise<FlowResult<Value>>,
  ): Promise<FlowResult<Value>> => {
    const presence = await checkHost();
    if (signal.aborted) return describeAbsence('silent');
    return presence === 'there' ? await request() : describeAbsence(presence);
  };
  return {
    ...client,
    login: (fields, signal) => ask(signal, () => client.login(fields, signal)),
    authorize: (signal) => ask(signal, () => client.authorize(signal)),
    submitAnswer: (code, signal) => ask(signal, () => client.submitAnswer(code, signal)),
    decide: (decision, signal) =>
      decision === 'deny'
        ? client.decide(decision, signal)
        : ask(signal, () => client.decide(decision, signal)),
  };
}

/** A silent host may be busy, or suspended by a phone. It can be asked again. */
function describeAbsence(presence: Exclude<HostPresence, 'there'>): FlowResult<never> {
  const description = `The application that opened this window is ${presence}.`;
  return {
    ok: false,
    problem: { code: 'host_gone', description, retryable: presence === 'silent' },
  };
}
