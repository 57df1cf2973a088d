import * as v from 'valibot';
import { emptyAnswer } from '../shapes/common-answers.ts';
import {
  askedAnswer,
  authorizedAnswer,
  backAnswer,
  begunAnswer,
  codeAnswer,
  consentAnswer,
  endedAccessAnswer,
  handoffAnswer,
  joinedAnswer,
  loginAnswer,
  remainingAnswer,
  resumedAnswer,
  selectedAnswer,
  startedAnswer,
} from '../shapes/flow-answers.ts';
import { languageTag, sessionReference } from '../shapes/handoff-fields.ts';
import type { Decision, Theme } from '../shapes/unions.ts';
import type { ShownConsent } from './flow.ts';
import type { FlowResult } from './problems.ts';

/** The provider may take longer than the service itself. The service gives it 20 s. */
const providerTimeoutMs = 25_000;

/** How a request is sent. */
export interface RequestRow {
  /** The last part of the address. */
  readonly path: string;
  /** The fields, besides the flow's token. */
  readonly body: object;
  readonly answer: v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;
  /** Whether the answer has texts in the user's language. */
  readonly isLocalized?: boolean;
  /** The longest wait for the answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Distinguishes the host of a flow from any other page. */
interface HostBinding {
  /** The host's origin, as the browser reported it. */
  readonly origin: string;
  /** 43 base64url characters. */
  readonly nonce: string;
}

/** The binding of an embedded flow. It is sent once. */
interface FlowBinding extends HostBinding {
  readonly state: string | null;
  /** The host's ID of the session, from which the reference is derived. */
  readonly sessionId: string;
}

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

const login = { answer: loginAnswer, isLocalized: true, timeoutMs: providerTimeoutMs } as const;

/** Every request of the page, by its name: how its fields are sent, and what the service answers. */
export const requests = {
  /** The person of a link begins. */
  begin: ({ session }: { readonly session: string }) => ({
    path: 'begin',
    body: {
      session,
      client_id: new URLSearchParams(window.location.search).get('client_id') ?? '',
    },
    answer: begunAnswer,
    isLocalized: true,
  }),
  /** `binding`: null in the redirect flow. `session`: the secret of a session, or null. */
  start: ({ binding, session }: Start) => ({
    path: 'start',
    body: { ...describeBinding(binding), ...(session === null ? {} : { session }) },
    answer: startedAnswer,
    isLocalized: true,
  }),
  /** `host`: the page that welcomed the document; null when the flow needs no host. */
  resume: ({ host }: { readonly host: HostBinding | null }) => ({
    path: 'resume',
    body: { binding: host },
    answer: resumedAnswer,
    isLocalized: true,
  }),
  select: ({ providerId }: { readonly providerId: string }) => ({
    path: 'provider',
    body: { provider_id: providerId },
    answer: selectedAnswer,
  }),
  back: () => ({ path: 'back', body: {}, answer: backAnswer, isLocalized: true }),
  /** `fields`: the user's input, by the names of the provider's fields. */
  login: ({ fields }: { readonly fields: Readonly<Record<string, string>> }) => ({
    path: 'login',
    body: fields,
    ...login,
  }),
  /** `challengeId`: undefined when there is only one challenge. */
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
  authorize: () => ({ path: 'authorize', body: {}, ...login, answer: authorizedAnswer }),
  /** `query`: the parameters that the provider added to the return address. */
  comeBack: ({ query }: { readonly query: string }) => ({
    path: 'return',
    body: { query },
    ...login,
  }),
  decide: ({ decision, shown }: Choice) => ({
    path: 'consent',
    body: { decision, ...shown },
    answer: consentAnswer,
  }),
  endAccess: ({ accountId }: { readonly accountId: string }) => ({
    path: 'end-access',
    body: { account_id: accountId },
    answer: endedAccessAnswer,
  }),
  /** Gives the flow more time. `idleSeconds`: how long ago the user's last input was. */
  stay: ({ idleSeconds }: { readonly idleSeconds: number }) => ({
    path: 'stay',
    body: { idle_seconds: idleSeconds },
    answer: remainingAnswer,
  }),
  /** In a popup, before its user says whether they opened it. */
  ask: ({ handoff }: { readonly handoff: string }) => ({
    path: 'ask',
    body: { handoff },
    answer: askedAnswer,
  }),
  /** In a popup. `number`: the user's input, or null. */
  join: ({ handoff, number }: { readonly handoff: string; readonly number: string | null }) => ({
    path: 'join',
    body: { handoff, number },
    answer: joinedAnswer,
  }),
  /** In a popup, when its user says that they did not open it. */
  refuse: ({ handoff }: { readonly handoff: string }) => ({
    path: 'refuse',
    body: { handoff },
    answer: emptyAnswer,
  }),
  /** In the frame: lets the popup's page join. */
  register: ({ secret, providerId, locale, theme, sessionId }: Handoff) => ({
    path: 'handoff',
    body: {
      handoff: secret,
      provider_id: providerId,
      theme,
      // A host may pass an invalid tag. The popup then uses the browser's language.
      locale: v.is(languageTag, locale) ? locale : null,
      reference: readReference(sessionId),
    },
    answer: handoffAnswer,
  }),
  /** In the frame: takes the flow back. */
  takeBack: () => ({ path: 'back', body: {}, answer: backAnswer }),
  /** In the frame, after the user has pressed Allow in the popup. */
  collectCode: () => ({ path: 'code', body: {}, answer: codeAnswer }),
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

/** The name of a request. */
export type RequestName = keyof Requests;

/** The fields of a request. */
export type FieldsOf<Name extends RequestName> =
  Parameters<Requests[Name]> extends [infer Fields] ? Fields : unknown;

/** The service's answer to a request, or the problem. */
export type ResultOf<Name extends RequestName> = FlowResult<
  v.InferOutput<ReturnType<Requests[Name]>['answer']>
>;

/** The requests of a flow's steps. The others may be sent meanwhile. */
type StepName = Exclude<RequestName, 'stay' | 'refuse' | 'register' | 'takeBack' | 'collectCode'>;

/** A request of a step. The page waits for one at a time, or for the browser to replace the document. */
export type Request =
  | { readonly [Name in StepName]: { readonly name: Name } & FieldsOf<Name> }[StepName]
  | { readonly name: 'navigate' };

/** The response to a request. */
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
