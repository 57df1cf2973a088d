import * as v from 'valibot';
import { emptyAnswer } from '../shapes/common-answers.ts';
import {
  type AskedQuestion,
  askedAnswer,
  backAnswer,
  codeAnswer,
  type FlowEvent,
  flowEvent,
  handoffAnswer,
  type JoinedFlow,
  joinedAnswer,
  type SessionEvent,
} from '../shapes/flow-answers.ts';
import { languageTag, sessionReference } from '../shapes/handoff-fields.ts';
import type { Theme } from '../shapes/unions.ts';
import { askService, createInit, type FlowResult } from './flow-client.ts';
import { parseProblem } from './parse-problem.ts';
import type { Problem } from './problems.ts';

/** The data with which a popup's page continues a flow. */
export interface Handoff {
  /** The secret that the popup's page shows to the service. */
  readonly secret: string;
  /** The provider to start with, or null. */
  readonly providerId: string | null;
  /** The language tag (BCP 47) and colour scheme from the host, which the popup's page cannot reach. */
  readonly locale: string;
  readonly theme: Theme;
  /** The host's ID of the session. */
  readonly sessionId: string;
}

/** Requests of the two documents of a flow that a frame and a popup share. */
export interface HandoffClient {
  /** In the frame: lets the popup's page join. */
  register(handoff: Handoff): Promise<FlowResult<unknown>>;
  /** In the frame: takes the flow back. */
  takeBack(): Promise<FlowResult<unknown>>;
  /** In the frame, after the user has pressed Allow in the popup. */
  collectCode(): Promise<FlowResult<{ readonly code: string; readonly nonce: string }>>;
  /** In the popup, before its user says whether they opened it. */
  ask(handoff: string): Promise<FlowResult<AskedQuestion>>;
  /** In the popup. `number`: the user's input, or null. */
  join(handoff: string, number: string | null): Promise<FlowResult<JoinedFlow>>;
  /** In the popup, when its user says that they did not open it. */
  refuse(handoff: string): Promise<FlowResult<unknown>>;
  /**
   * Receives the events of the other document, or of the session, until the stream ends or the connection breaks.
   *
   * @param onEvent - called with each event
   * @param signal - stops listening
   * @returns a permanent problem, or undefined when the caller may ask again
   */
  listen(
    onEvent: (event: FlowEvent | SessionEvent) => void,
    signal: AbortSignal,
  ): Promise<Problem | undefined>;
  /**
   * Tells the service that the document is about to unload. The request outlives the document.
   *
   * @param failed - whether the document stays, and shows that it cannot continue
   */
  leave(failed?: boolean): void;
}

/**
 * @param flowToken - this document's token
 * @returns the service's endpoints for this token
 */
export function createHandoffClient(flowToken: string): HandoffClient {
  const options = { own: { flowToken }, fetch: window.fetch.bind(window) };
  const { signal } = new AbortController();
  return {
    register: ({ secret, providerId, locale, theme, sessionId }) => {
      // A host may pass an invalid tag. The popup then uses the browser's language.
      const body = {
        handoff: secret,
        provider_id: providerId,
        theme,
        locale: v.is(languageTag, locale) ? locale : null,
        reference: v.is(sessionReference, sessionId) ? sessionId : null,
      };
      return askService(options, { path: 'handoff', body, answer: handoffAnswer }, signal);
    },
    takeBack: () => askService(options, { path: 'back', body: {}, answer: backAnswer }, signal),
    collectCode: () => askService(options, { path: 'code', body: {}, answer: codeAnswer }, signal),
    ask: (handoff) =>
      askService(options, { path: 'ask', body: { handoff }, answer: askedAnswer }, signal),
    join: (handoff, number) =>
      askService(
        options,
        { path: 'join', body: { handoff, number }, answer: joinedAnswer },
        signal,
      ),
    refuse: (handoff) =>
      askService(options, { path: 'refuse', body: { handoff }, answer: emptyAnswer }, signal),
    async listen(onEvent, listening) {
      try {
        const init = createInit({ flow_token: flowToken });
        const response = await fetch(`${flowPath}events`, { ...init, signal: listening });
        if (response.ok && response.body) await readEvents(response.body, onEvent);
        if (response.ok) return undefined;
        const problem = parseProblem(response, await response.json());
        return problem.retryable ? undefined : problem;
      } catch {
        // The connection was cut, the browser is offline, or this page ended the request. The caller may ask again.
        return undefined;
      }
    },
    leave(failed = false) {
      const body = { flow_token: flowToken, failed };
      // The page may unload, so no code handles the result.
      fetch(`${flowPath}leave`, { ...createInit(body), keepalive: true }).catch(() => undefined);
    },
  };
}

const flowPath = '/connect/flow/';

/** Reads the events with `fetch`: `EventSource` supports only GET, which would put the token into an address. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: FlowEvent | SessionEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith('data: ')) onEvent(v.parse(flowEvent, JSON.parse(part.slice(6))));
    }
  }
}
