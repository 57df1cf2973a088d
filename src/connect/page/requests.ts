import * as v from 'valibot';
import { emptyAnswer } from '../shapes/common-answers.ts';
import * as answers from '../shapes/flow-answers.ts';
import { languageTag, sessionReference } from '../shapes/handoff-fields.ts';
import type { Decision, Theme } from '../shapes/unions.ts';
import type { ShownConsent } from './flow.ts';
import type { FlowResult } from './problems.ts';

/** The longest wait for an answer that needs a provider, in milliseconds. The service waits 20 s for a provider. */
const providerTimeoutMs = 25_000;

/** How a request is sent, and the shape of the answer. */
export interface RequestRow {
  /** The last part of the address, after `/connect/flow/`. */
  readonly path: string;
  /** The fields of the body, besides the flow's token. */
  readonly body: object;
  readonly answer: v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;
  /** Whether the answer has texts for the user, so that the request names the user's language. */
  readonly isLocalized?: boolean;
  /** The longest wait for the answer, in milliseconds; default: `requestTimeoutMs` of service.ts. */
  readonly timeoutMs?: number;
}

/** Tells the service which page is the host of the flow. */
interface HostBinding {
  /** The host's origin, as the browser reported it. */
  readonly origin: string;
  /** The random value by which the host recognizes its code: 43 base64url characters. */
  readonly nonce: string;
}

/** Binds an embedded flow to its host, so that the code is of use to that host only. It is sent once. */
interface FlowBinding extends HostBinding {
  readonly state: string | null;
  /** The ID that the host has given its session. The reference for support is the start of it. */
  readonly sessionId: string;
}

/**
 * The data with which the page in a frame tells the service about a popup. The popup's page can then join the flow,
 * which means that it continues the flow.
 */
export interface Handoff {
  /** The secret (the handoff) with which the popup's page proves to the service that it may join. */
  readonly secret: string;
  readonly providerId: string | null;
  /** The host's BCP 47 language tag and colour scheme, because the popup's page cannot reach the host. */
  readonly locale: string;
  readonly theme: Theme;
  /** The ID that the host has given its session. The reference for support is the start of it. */
  readonly sessionId: string;
}

const login = {
  answer: answers.loginAnswer,
  isLocalized: true,
  timeoutMs: providerTimeoutMs,
} as const;

/**
 * Every request of the page, by its name: the address, the fields of the body, and the shape of the service's answer.
 */
export const requests = {
  /** Starts the flow of a link, after the person has pressed the button. */
  begin: ({ session }: { readonly session: string }) => ({
    path: 'begin',
    body: {
      session,
      client_id: new URLSearchParams(window.location.search).get('client_id') ?? '',
    },
    answer: answers.begunAnswer,
    isLocalized: true,
  }),
  /** Starts a flow. `binding`: null without a host. `session`: the secret of the backend's session, or null. */
  start: ({ binding, session }: Start) => ({
    path: 'start',
    body: { ...describeBinding(binding), ...(session === null ? {} : { session }) },
    answer: answers.startedAnswer,
    isLocalized: true,
  }),
  /**
   * Continues a flow after the user's return from the provider's own site. `host`: the page that has welcomed this
   * document; null when the flow needs no host.
   */
  resume: ({ host }: { readonly host: HostBinding | null }) => ({
    path: 'resume',
    body: { binding: host },
    answer: answers.resumedAnswer,
    isLocalized: true,
  }),
  select: ({ providerId }: { readonly providerId: string }) => ({
    path: 'provider',
    body: { provider_id: providerId },
    answer: answers.selectedAnswer,
  }),
  back: () => ({ path: 'back', body: {}, answer: answers.backAnswer, isLocalized: true }),
  /** `fields`: the user's input, by the names of the provider's fields. */
  login: ({ fields }: { readonly fields: Readonly<Record<string, string>> }) => ({
    path: 'login',
    body: fields,
    ...login,
  }),
  /** `challengeId`: undefined for a one-time code without details. */
  answer: ({ answer, challengeId }: ChallengeAnswer) => ({
    path: 'answer',
    body: { answer, challenge_id: challengeId },
    ...login,
  }),
  resend: ({ challengeId }: { readonly challengeId: string }) => ({
    path: 'resend',
    body: { challenge_id: challengeId },
    ...login,
  }),
  authorize: () => ({ path: 'authorize', body: {}, ...login, answer: answers.authorizedAnswer }),
  /**
   * Ends the sign-in on the provider's own site. `query`: the parameters that the provider added to the return address.
   */
  comeBack: ({ query }: { readonly query: string }) => ({
    path: 'return',
    body: { query },
    ...login,
  }),
  decide: ({ decision, shown }: Choice) => ({
    path: 'consent',
    body: { decision, ...shown },
    answer: answers.consentAnswer,
  }),
  endAccess: ({ accountId }: { readonly accountId: string }) => ({
    path: 'end-access',
    body: { account_id: accountId },
    answer: answers.endedAccessAnswer,
  }),
  /** Gives the flow more time. `idleSeconds`: how long ago the user's last input was. */
  stay: ({ idleSeconds }: { readonly idleSeconds: number }) => ({
    path: 'stay',
    body: { idle_seconds: idleSeconds },
    answer: answers.remainingAnswer,
  }),
  /** Sent by a popup, before its user says whether they opened it. */
  ask: ({ handoff }: { readonly handoff: string }) => ({
    path: 'ask',
    body: { handoff },
    answer: answers.askedAnswer,
  }),
  /**
   * Sent by a popup, to continue the flow of the page in the frame. `number`: the number that the user typed; null when
   * the page did not ask for one.
   */
  join: ({ handoff, number }: { readonly handoff: string; readonly number: string | null }) => ({
    path: 'join',
    body: { handoff, number },
    answer: answers.joinedAnswer,
  }),
  /** Sent by a popup, when its user says that they did not open it. */
  refuse: ({ handoff }: { readonly handoff: string }) => ({
    path: 'refuse',
    body: { handoff },
    answer: emptyAnswer,
  }),
  /** Sent by the page in the frame, to let a popup continue the flow. */
  register: ({ secret, providerId, locale, theme, sessionId }: Handoff) => ({
    path: 'handoff',
    body: {
      handoff: secret,
      provider_id: providerId,
      theme,
      // A host may pass an invalid language tag. The popup then uses the browser's language.
      locale: v.is(languageTag, locale) ? locale : null,
      reference: readReference(sessionId),
    },
    answer: answers.handoffAnswer,
  }),
  /** Sent by the page in the frame, to take the flow back from the popup. */
  takeBack: () => ({ path: 'back', body: {}, answer: answers.backAnswer }),
  /** Sent by the page in the frame, after the user has pressed Allow in the popup. */
  collectCode: () => ({ path: 'code', body: {}, answer: answers.codeAnswer }),
} satisfies Readonly<Record<string, (fields: never) => RequestRow>>;

interface Start {
  readonly binding: FlowBinding | null;
  readonly session: string | null;
}

interface ChallengeAnswer {
  readonly answer: string;
  readonly challengeId: string | undefined;
}

interface Choice {
  readonly decision: Decision;
  readonly shown?: ShownConsent | undefined;
}

type Requests = typeof requests;

export type RequestName = keyof Requests;

/** The fields of a request; `unknown` for a request without fields. */
export type FieldsOf<Name extends RequestName> =
  Parameters<Requests[Name]> extends [infer Fields] ? Fields : unknown;

/** The service's answer to a request, or the problem. */
export type ResultOf<Name extends RequestName> = FlowResult<
  v.InferOutput<ReturnType<Requests[Name]>['answer']>
>;

/** The requests that a step of the flow waits for. The page may send the excluded requests at the same time. */
type StepName = Exclude<RequestName, 'stay' | 'refuse' | 'register' | 'takeBack' | 'collectCode'>;

/**
 * A request of a step. The page waits for one at a time. `navigate` sends nothing: the page waits until the browser
 * replaces the document.
 */
export type Request =
  | { readonly [Name in StepName]: { readonly name: Name } & FieldsOf<Name> }[StepName]
  | { readonly name: 'navigate' };

/** The result of a request of a step, with the request's name. */
export type Response =
  | {
      readonly [Name in StepName]: { readonly name: Name; readonly result: ResultOf<Name> };
    }[StepName]
  | { readonly name: 'navigate'; readonly result: FlowResult<never> };

function describeBinding(binding: FlowBinding | null): object {
  if (!binding) return {};
  const { sessionId, ...host } = binding;
  return { ...host, reference: readReference(sessionId) };
}

function readReference(sessionId: string): string | null {
  return v.is(sessionReference, sessionId) ? sessionId : null;
}
