import type { ConnectApplication, Provider } from 'tax-connect/page';
import type { ChallengeOption, LoginField } from 'tax-connect/providers';
import * as v from 'valibot';
import type { DeepReadonly } from './common-answers.ts';
import type { FieldsOf } from './fields-of.ts';
import { nullIsNone } from './null-is-none.ts';
import { purposeShape } from './purpose.ts';
import * as words from './unions.ts';

export const applicationShape = v.object({
  ...({
    name: v.string(),
    environment: v.picklist(words.environments),
    support_url: v.optional(v.nullable(v.string())),
    /** A path on the service. */
    logo: v.optional(v.nullable(v.string())),
  } satisfies FieldsOf<ConnectApplication>),
  /** The application's registered accent, as `#rrggbb`. A host's own accent takes precedence on the page. */
  accent_color: v.optional(v.nullable(v.string())),
});

const provider = v.object({
  id: v.string(),
  name: v.string(),
  domain: v.string(),
  aliases: v.array(v.string()),
  popular: v.boolean(),
  logo: v.nullable(v.string()),
  status: v.picklist(['available', 'unavailable']),
  reason: v.nullable(v.string()),
  surface: v.picklist(['any', 'popup']),
  live_only: v.optional(v.boolean()),
} satisfies FieldsOf<Provider>);

/** `label`: the provider's name for the account, which may be empty. */
const account = v.object({ label: v.string() });

/** An application's number of test sign-ins (submissions), and the number of used ones; null for live applications. */
const submissionsShape = v.nullable(v.object({ limit: v.number(), used: v.number() }));

/** `/connect/flow/stay`: the seconds until the flow ends. */
export const remainingAnswer = v.object({ expires_in: v.number() });

/** `/connect/flow/start`: the flow, after the service has bound it to its host or started it without one. */
export const startedAnswer = v.object({
  ...remainingAnswer.entries,
  application: applicationShape,
  origin: v.nullable(v.string()),
  providers: v.array(provider),
  submissions: submissionsShape,
  /** The account that is connected again; null or absent for a new one. Its name is sent only after the sign-in. */
  account: v.optional(v.nullable(v.object({ provider_id: v.string() }))),
  /** Facts about the session that the application's backend has created; null or absent without a session. */
  session: v.optional(
    v.nullable(
      v.object({
        /** The provider, if the session allows only one, so that the page needs no list; null otherwise. */
        provider_id: v.nullable(v.string()),
        /** A BCP 47 tag that the backend has chosen. It takes precedence over the browser's and the host's. */
        locale: v.nullable(v.string()),
      }),
    ),
  ),
});

/** `/connect/flow/begin`: the same as `start`, with the token and the reference of the new flow. */
export const begunAnswer = v.object({
  ...startedAnswer.entries,
  flow_token: v.pipe(v.string(), v.minLength(1)),
  reference: v.string(),
});

const loginField = v.object({
  name: v.string(),
  label: v.union([v.string(), v.record(v.string(), v.string())]),
  type: v.exactOptional(v.picklist(['text', 'email', 'password'])),
  autocomplete: v.exactOptional(v.string()),
} satisfies FieldsOf<LoginField>);

const filledText = v.pipe(v.string(), v.maxLength(1000), v.minLength(1));

/** An option of a choice, as a plug-in offers it and the page shows it. */
export const challengeOption = v.union([
  filledText,
  v.object({
    value: filledText,
    label: filledText,
    detail: nullIsNone(filledText),
  } satisfies FieldsOf<Exclude<ChallengeOption, string>>),
]);

/** A provider's challenge after the credentials. */
const challenge = v.object({
  id: v.string(),
  kind: v.picklist(words.challengeKinds),
  /** The provider's title; absent when the page uses its own title for this kind. */
  title: v.optional(v.string()),
  /** The provider's text; empty when the page uses its own text. */
  prompt: v.string(),
  /** Where a code was sent, masked, or the device that asks for an approval. */
  sent_to: v.optional(v.string()),
  /** The number of seconds that the user has for an approval. */
  expires_in: v.optional(v.number()),
  code_length: v.optional(v.number()),
  /** The characters of a code; absent for digits. */
  characters: v.optional(v.picklist(words.codeCharacters)),
  options: v.array(challengeOption),
  can_resend: v.boolean(),
});

const { id, name, domain, logo } = provider.entries;

const selectedProvider = v.object({
  id,
  name,
  domain,
  logo: v.optional(logo),
  /** `redirect`: people sign in on the provider's own site. */
  login: v.optional(v.picklist(['credentials', 'redirect'])),
  /** The fields of the login; null or absent for a user name and a password. */
  fields: v.optional(v.nullable(v.array(loginField))),
  /** True when the provider is simulated, so that the test logins work; absent means true. */
  is_simulated: v.optional(v.boolean()),
  /** The plug-in's hint for users of test applications. */
  hint: v.optional(v.nullable(v.string())),
});

/** `/connect/flow/provider`: the selected provider, at which the user signs in next. */
export const selectedAnswer = v.object({ step: v.literal('login'), provider: selectedProvider });

/** `/connect/flow/authorize`: the address to which the browser goes. */
export const authorizedAnswer = v.object({ url: v.string() });

/** `/connect/flow/resume`: the same as `start`, with the provider whose site the user has visited. */
export const resumedAnswer = v.object({ ...startedAnswer.entries, provider: selectedProvider });

/** `/connect/flow/back`: the providers, because the user is at the selection again. */
export const backAnswer = v.object({ step: v.literal('select'), providers: v.array(provider) });

/** The terms that the application states before people allow access. Each is null when it is not set. */
export const consentTerms = v.object({
  purpose: v.nullable(purposeShape),
  privacy_url: v.nullable(v.string()),
  /** The number of days that the consent lasts; null when it never ends. */
  consent_days: v.nullable(v.number()),
});

/** An application with access to the person's account. Times are milliseconds since the epoch. */
const access = v.object({
  account_id: v.string(),
  application: applicationShape,
  shares: v.array(v.picklist(words.shareKinds)),
  granted_at: v.number(),
  ends_at: v.nullable(v.number()),
  /** When the application last read data; null when it has not read any yet. */
  last_used_at: v.nullable(v.number()),
  /** `login_required`: the application cannot read anything until the person connects the account again. */
  status: v.picklist(['active', 'login_required']),
});

/** `/connect/flow/end-access`: the name of the application that lost its access, and the accesses that are left. */
export const endedAccessAnswer = v.object({ ended: v.string(), accesses: v.array(access) });

/** `/connect/flow/login`, `answer`, `resend` and `return`: the step after the sign-in, or after a part of it. */
export const loginAnswer = v.variant('step', [
  v.object({ step: v.literal('mfa'), challenge }),
  v.object({
    step: v.literal('consent'),
    account,
    /** The kinds of data (shares) that the provider can give. The consent screen lists them. */
    shares: v.array(v.picklist(words.shareKinds)),
    terms: consentTerms,
  }),
  /** The list at `/manage`, of the applications with access. */
  v.object({ step: v.literal('manage'), account, accesses: v.array(access) }),
]);

/** `/connect/flow/handoff`, which the page in a frame requests: the service now waits for the page of a popup. */
export const handoffAnswer = v.object({ handoff: v.literal('waiting') });

/** The host's words to the page in the frame, passed on to the page of a popup. */
const look = {
  // Invalid values become null, and the page then uses the browser's language and theme.
  locale: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(100))), null),
  theme: v.fallback(v.nullable(v.picklist(words.themes)), null),
  /** The ID that the host has given its session. */
  reference: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(100))), null),
};

/** `/connect/flow/ask`: the question that the popup's page asks its user before it joins the flow. */
export const askedAnswer = v.object({
  /** The host's origin, which the user should recognize. */
  origin: v.string(),
  /** True when the user, to say that they opened the popup, also types the number that the modal shows. */
  needs_number: v.boolean(),
  ...look,
});

/** `/connect/flow/join`: the same as `start`, with the provider that the popup starts with, and its appearance. */
export const joinedAnswer = v.object({
  ...startedAnswer.entries,
  provider_id: v.nullable(v.string()),
  ...look,
});

/** `/connect/flow/code`: the authorization code, for the page in a frame whose flow a popup has continued. */
export const codeAnswer = v.object({ code: v.string(), nonce: v.string() });

/** `/connect/flow/consent`: the result of Allow or Deny. */
export const consentAnswer = v.union([
  codeAnswer,
  v.object({ denied: v.literal(true) }),
  // The redirect URI, to which the browser goes. A link without a redirect URI ends on its own page, with `connected`.
  v.object({ location: v.pipe(v.string(), v.regex(/^https?:/)) }),
  v.object({ connected: v.literal(true) }),
  // For a popup that continues the flow of a page in a frame. That page gets the code.
  v.object({ allowed: v.literal(true) }),
]);

/** The progress of a flow's other document: popup or frame. To a popup, `over` says that it is no longer needed. */
const handoffEvent = v.object({
  handoff: v.picklist([...words.handoffStates, 'over']),
  step: v.optional(v.picklist(words.flowSteps)),
  provider_id: v.optional(v.nullable(v.string())),
  /** For `asked`: the number that the user types into the popup; null when pressing a button is enough. */
  number: v.optional(v.nullable(v.string())),
});

/** `decided`: by the person of this flow. `ended`: in another way, for example by the application's backend. */
const sessionEvent = v.object({ session: v.picklist(['open', 'decided', 'ended']) });

/** One event of `/connect/flow/events`. */
export const flowEvent = v.union([handoffEvent, sessionEvent]);

/** An answer, or a part of one, as the page parses it. */
type Parsed<Schema extends v.GenericSchema> = DeepReadonly<v.InferOutput<Schema>>;

export type StartedFlow = Parsed<typeof startedAnswer>;
export type KnownAccount = NonNullable<StartedFlow['account']>;
/** The limit of an application's test sign-ins, and how many are used. */
export type Submissions = NonNullable<StartedFlow['submissions']>;
export type SelectedProvider = Parsed<typeof selectedAnswer>['provider'];
export type AskedQuestion = Parsed<typeof askedAnswer>;
export type FlowEvent = Parsed<typeof handoffEvent>;
/** The consent terms of an application that states none. */
export const noTerms = {
  purpose: null,
  privacy_url: null,
  consent_days: null,
} satisfies ConsentTermsJson;
export type ConsentTermsJson = Parsed<typeof consentTerms>;
export type SessionEvent = Parsed<typeof sessionEvent>;
export type Challenge = Parsed<typeof challenge>;
export type Access = Parsed<typeof access>;
export type LoginAnswer = Parsed<typeof loginAnswer>;
export type StepContents<Step extends LoginAnswer['step']> = Omit<
  Extract<LoginAnswer, { readonly step: Step }>,
  'step'
>;
