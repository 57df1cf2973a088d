import type { HostPresence } from 'tax-connect/page';
import type {
  AskedQuestion,
  BegunFlow,
  ConsentAnswer,
  EndedAccess,
  JoinedFlow,
  LoginAnswer,
  ResumedFlow,
  SelectedProvider,
  StartedFlow,
} from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import type { ShownConsent } from './flow.ts';
import {
  type FlowBinding,
  type FlowClient,
  type FlowResult,
  waitForNavigation,
} from './flow-client.ts';
import type { HandoffClient } from './handoff-client.ts';

/** A request of the page's flow. The page waits for one at a time. */
export type Request =
  /** Sent when the person of a link begins. */
  | { readonly name: 'begin'; readonly session: string }
  | {
      readonly name: 'start';
      readonly binding: FlowBinding | null;
      readonly session: string | null;
    }
  | { readonly name: 'resume'; readonly host: Pick<FlowBinding, 'origin' | 'nonce'> | null }
  /** In a popup without a host: asks whether its user opened it, and then joins. */
  | { readonly name: 'ask'; readonly handoff: string }
  | { readonly name: 'join'; readonly handoff: string; readonly number: string | null }
  | { readonly name: 'select'; readonly providerId: string }
  | { readonly name: 'back' }
  | { readonly name: 'login'; readonly fields: Readonly<Record<string, string>> }
  | { readonly name: 'answer'; readonly answer: string; readonly challengeId: string | undefined }
  | { readonly name: 'resend'; readonly challengeId: string }
  | { readonly name: 'authorize' }
  | { readonly name: 'comeBack'; readonly query: string }
  | {
      readonly name: 'decide';
      readonly decision: Decision;
      readonly shown?: ShownConsent | undefined;
    }
  | { readonly name: 'endAccess'; readonly accountId: string }
  /** The browser replaces this document. */
  | { readonly name: 'navigate' };

/** The values of the responses, by the name of the request. */
interface Values {
  begin: BegunFlow;
  start: StartedFlow;
  resume: ResumedFlow;
  ask: AskedQuestion;
  join: JoinedFlow;
  select: SelectedProvider;
  back: Pick<StartedFlow, 'providers'>;
  login: LoginAnswer;
  answer: LoginAnswer;
  resend: LoginAnswer;
  authorize: { readonly url: string };
  comeBack: LoginAnswer;
  decide: ConsentAnswer;
  endAccess: EndedAccess;
  navigate: never;
}

/** The response to a request. */
export type Response = {
  readonly [Name in keyof Values]: {
    readonly name: Name;
    readonly result: FlowResult<Values[Name]>;
  };
}[keyof Values];

/** The service's endpoints. */
export interface Clients {
  readonly flow: FlowClient;
  readonly handoff: HandoffClient;
}

const retryEveryMs = 500;
/** How long to ask: the frame may still be loading when the popup opens. */
const askForMs = 20_000;
const joinForMs = 10_000;

/**
 * Sends a request of the flow.
 *
 * @returns the response; never rejects
 */
export async function send(
  { flow, handoff }: Clients,
  request: Request,
  signal: AbortSignal,
): Promise<Response> {
  const { name } = request;
  switch (name) {
    case 'begin':
      return { name, result: await flow.begin(request.session, signal) };
    case 'start':
      return { name, result: await flow.start(request, signal) };
    case 'resume':
      return { name, result: await flow.resume(request.host, signal) };
    case 'ask':
      return { name, result: await tryFor(askForMs, signal, () => handoff.ask(request.handoff)) };
    case 'join': {
      const join = () => handoff.join(request.handoff, request.number);
      return { name, result: await tryFor(joinForMs, signal, join) };
    }
    case 'select':
      return { name, result: await flow.selectProvider(request.providerId, signal) };
    case 'back':
      return { name, result: await flow.goBack(signal) };
    case 'login':
      return { name, result: await flow.login(request.fields, signal) };
    case 'answer':
      return { name, result: await flow.submitAnswer(request, signal) };
    case 'resend':
      return { name, result: await flow.resend(request.challengeId, signal) };
    case 'authorize':
      return { name, result: await flow.authorize(signal) };
    case 'comeBack':
      return { name, result: await flow.comeBack(request.query, signal) };
    case 'decide':
      return { name, result: await flow.decide(request, signal) };
    case 'endAccess':
      return { name, result: await flow.endAccess(request.accountId, signal) };
    case 'navigate':
      return { name, result: await waitForNavigation(signal) };
  }
}

/** Refuses when the host does not answer. It may be busy, or suspended by a phone, so the user can try again. */
export function refuseWithoutHost(
  { name }: Request,
  presence: Exclude<HostPresence, 'there'>,
): Response {
  const description = `The application that opened this window is ${presence}.`;
  const retryable = presence === 'silent';
  return { name, result: { ok: false, problem: { code: 'host_gone', description, retryable } } };
}

async function tryFor<Value>(
  forMs: number,
  signal: AbortSignal,
  request: () => Promise<FlowResult<Value>>,
): Promise<FlowResult<Value>> {
  const giveUpAt = performance.now() + forMs;
  for (;;) {
    const result = await request();
    const isLast = signal.aborted || performance.now() > giveUpAt;
    if (result.ok || !result.problem.retryable || isLast) return result;
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
  }
}
