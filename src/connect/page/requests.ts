import * as v from 'valibot';
import { type DeepReadonly, emptyAnswer } from '../shapes/common-answers.ts';
import * as answers from '../shapes/flow-answers.ts';
import type { Decision, Theme } from '../shapes/unions.ts';
import type { ShownConsent } from './flow.ts';
import type { FlowResult } from './problems.ts';

/** Tells the service which page is the host of the flow. */
interface HostBinding {
  /** The host's origin, as the browser reported it. */
  readonly origin: string;
  /** The random value by which the host recognizes its code: 43 base64url characters. */
  readonly nonce: string;
}

/** The fields of each request, besides the flow's token and the user's language. */
interface Bodies {
  /** Starts the flow of a link, after the person has pressed the button. */
  begin: { readonly client_id: string; readonly session: string };
  /**
   * Starts a flow. A host's binding makes the code useful to that host only, and is sent once. `reference`: the ID that
   * the host has given its session. `session`: the secret of the session that the application's backend created.
   */
  start: Partial<HostBinding> & {
    readonly state?: string | null;
    readonly reference?: string | null;
    readonly session?: string;
  };
  /** Goes on after the provider's own site. `binding`: the page that welcomed this document; null without a host. */
  resume: { readonly binding: HostBinding | null };
  provider: { readonly provider_id: string };
  /** Returns to the selection. The page in a frame also takes the flow back from a popup with this request. */
  back: object;
  /** The user's input, by the names of the provider's fields. */
  login: Readonly<Record<string, string>>;
  answer: { readonly answer: string; readonly challenge_id: string };
  resend: { readonly challenge_id: string };
  authorize: object;
  /** Ends the sign-in there. `query`: the parameters that the provider added to the return address. */
  return: { readonly query: string };
  consent: { readonly decision: Decision } & Partial<ShownConsent>;
  'end-access': { readonly account_id: string };
  /** Gives the flow more time. `idle_seconds`: how long ago the user's last input was. */
  stay: { readonly idle_seconds: number };
  /** Sent by a popup, before its user says whether they opened it. `handoff`: the secret from its address. */
  ask: { readonly handoff: string };
  /** Sent by a popup. `number`: the number that the user typed; null when the page did not ask for one. */
  join: { readonly handoff: string; readonly number: string | null };
  refuse: { readonly handoff: string };
  /** Lets a popup join. It cannot reach the host, so the service gives it the look and the session ID (`reference`). */
  handoff: {
    readonly handoff: string;
    readonly provider_id: string | null;
    readonly locale: string | null;
    readonly theme: Theme;
    readonly reference: string | null;
  };
  /** Sent by the page in the frame, to get the code after the user has pressed Allow in the popup. */
  code: object;
  /** Sends nothing: the page waits until the browser replaces the document. */
  navigate: object;
}

/** The way to send a request, and the shape of the answer. The name of the request is the end of its path. */
export interface RequestRow {
  readonly answer: v.GenericSchema;
  /** True when the answer has texts for the user, so that the request names the user's language. */
  readonly isLocalized?: boolean;
  /** The longest wait for the answer, in milliseconds; default: `requestTimeoutMs` of service.ts. */
  readonly timeoutMs?: number;
  /** True when a popup asks its host first whether it still waits for the code. Deny never does. */
  readonly needsHost?: boolean;
  /** The time to repeat after a temporary problem, in milliseconds. The frame may be ready later than the popup. */
  readonly repeatMs?: number;
}

/** The longest wait for an answer that needs a provider, in milliseconds. The service waits 20 s for a provider. */
const timeoutMs = 25_000;

export const requests = {
  begin: { answer: answers.begunAnswer, isLocalized: true },
  start: { answer: answers.startedAnswer, isLocalized: true },
  resume: { answer: answers.resumedAnswer, isLocalized: true },
  provider: { answer: answers.selectedAnswer },
  back: { answer: answers.backAnswer, isLocalized: true },
  login: { answer: answers.loginAnswer, isLocalized: true, timeoutMs, needsHost: true },
  answer: { answer: answers.loginAnswer, isLocalized: true, timeoutMs, needsHost: true },
  resend: { answer: answers.loginAnswer, isLocalized: true, timeoutMs },
  authorize: { answer: answers.authorizedAnswer, isLocalized: true, timeoutMs, needsHost: true },
  return: { answer: answers.loginAnswer, isLocalized: true, timeoutMs },
  consent: { answer: answers.consentAnswer, needsHost: true },
  'end-access': { answer: answers.endedAccessAnswer },
  stay: { answer: answers.remainingAnswer },
  ask: { answer: answers.askedAnswer, repeatMs: 20_000 },
  join: { answer: answers.joinedAnswer, repeatMs: 10_000 },
  refuse: { answer: emptyAnswer },
  handoff: { answer: answers.handoffAnswer },
  code: { answer: answers.codeAnswer },
  navigate: { answer: v.never() },
} as const satisfies Readonly<Record<keyof Bodies, RequestRow>>;

export type RequestName = keyof Bodies;
export type BodyOf<Name extends RequestName> = Bodies[Name];

export type AnswerOf<Name extends RequestName> = DeepReadonly<
  v.InferOutput<(typeof requests)[Name]['answer']>
>;

export type ResultOf<Name extends RequestName> = FlowResult<AnswerOf<Name>>;

/** The requests that a step of the flow waits for, one at a time. The excluded requests may be sent meanwhile. */
export type StepName = Exclude<RequestName, 'stay' | 'refuse' | 'handoff' | 'code'>;

export type Request = {
  readonly [Name in StepName]: readonly [name: Name, body: Bodies[Name]];
}[StepName];

export type Response = {
  readonly [Name in StepName]: { readonly name: Name; readonly result: ResultOf<Name> };
}[StepName];
