import type { ColumnType, Selectable } from 'kysely';
import type { FlowProblem } from '../../shapes/dashboard-words.ts';
import type { FlowKind, FlowStep, HandoffState, Theme } from '../../shapes/unions.ts';

/** One row for each flow, from the load of its page until some time after its outcome. */
interface FlowsTable {
  token_hash: string;
  /** Null for a visit to `/manage`, which has no application. Read as {@link noApplication}. */
  client_id: ColumnType<string, string | null, never>;
  /** The account that the user must connect again; null when the user may connect any account. */
  account_id: string | null;
  /** SHA-256 of the secret of the flow's session; null without a session. */
  session_hash: string | null;
  kind: FlowKind;
  /** Null in an embedded flow, at `/manage`, and for a link whose session has no redirect URI. */
  redirect_uri: string | null;
  /** The origin of the page that embeds the flow. Set once, with `nonce`, when the flow starts; null in other flows. */
  host_origin: string | null;
  nonce: string | null;
  /** The host's `state`. A redirect flow has it from its page's address, and a link from its session. */
  state: string | null;
  /** SHA-256 of the `code_verifier` in base64url, from the address of a redirect flow. */
  code_challenge: string | null;
  step: FlowStep;
  /** Increases with every step. A request that read an earlier revision cannot change the flow. */
  revision: number;
  provider_id: string | null;
  /** The user name of the last login attempt, as typed. */
  username: string | null;
  /** The number of failed sign-ins, plus one for a sign-in in progress. */
  sign_ins: ColumnType<number, never, number>;
  /** The person's stable ID at the provider. */
  subject: string | null;
  /** The account's name, as the user sees it. */
  account_label: string | null;
  /** The shares (kinds of data) that the consent screen lists, separated by spaces. */
  shares: string | null;
  /** The terms on the consent screen (purpose, privacy policy, duration), as JSON. */
  terms: string | null;
  /** The language of the text that the person accepted, and its SHA-256. */
  consent_locale: string | null;
  consent_text_hash: string | null;
  /** Encrypted: the provider's question or the state of a sign-in at its site, with the plug-in's private state. */
  sealed_challenge: string | null;
  /** The provider's grant, encrypted. When the code is issued, the grant moves to `codes`, and is null here. */
  sealed_grant: string | null;
  /** The name of the page's last login request, from `nameAttempt`. A repetition gets the same response. */
  attempt: string | null;
  expires_at: number;
  started_at: number | null;
  /** When the person last chose a provider, and last signed in there. */
  chosen_at: number | null;
  signed_in_at: number | null;
  code_hash: string | null;
  /** The code is derived from this salt and the flow token. */
  code_salt: string | null;
  /** The origin in the document's `Referer`; null when none was sent, the text `null` when none can be a host. */
  referrer_origin: string | null;
  /** SHA-256 of the handoff: the secret that a popup's page presents to join this flow. */
  handoff_hash: string | null;
  /** Null while the flow needs no popup and has only one document. */
  handoff_state: HandoffState | null;
  handoff_expires_at: number | null;
  /** The provider that the popup's page starts with; null for the list of providers. */
  handoff_provider_id: string | null;
  /** The language and theme of the popup's page, as the host told the frame's; null for the browser's preference. */
  handoff_locale: string | null;
  handoff_theme: Theme | null;
  /** The ID that the host's SDK gave the open modal. It is not a secret. */
  handoff_session_id: string | null;
  /** A hash of the network from which the frame's document registered the handoff; null after a popup has joined. */
  handoff_network: string | null;
  /** The number that the modal shows and the user must type in the popup; null when no number is needed. */
  handoff_number: string | null;
  /** The count of numbers that the user has typed in the popup. */
  handoff_tries: number | null;
  /** When the document last listened for events, in milliseconds since the epoch. */
  seen_at: number | null;
  /** The token hash of the other document's flow. Set in both when the popup asks its user whether they opened it. */
  joined_hash: string | null;
  /** A support code of eight characters. The browser may have chosen it, so several flows may have the same code. */
  reference: string;
  /** The last error of the flow; null again when the flow moves to `login`, `mfa` or `consent`. */
  problem: FlowProblem | null;
  problem_at: number | null;
  /** The provider at the time of the problem. The user may have gone back to the list since. */
  problem_provider_id: string | null;
  /** When the user closed the page before a decision, in milliseconds since the epoch; null after another step. */
  left_at: number | null;
}

/** Login attempts at an account from all networks, and attempts at the dashboard's password. */
interface LoginAttemptsTable {
  provider_id: string;
  username: string;
  attempts: number;
  window_end: number;
}

interface NetworkAttemptsTable {
  provider_id: string;
  username: string;
  network_hash: string;
  attempts: number;
  last_at: number;
}

declare module '../store/schema.ts' {
  interface Database {
    flows: FlowsTable;
    login_attempts: LoginAttemptsTable;
    network_attempts: NetworkAttemptsTable;
  }
}

export type Flow = Selectable<FlowsTable>;
