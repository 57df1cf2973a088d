import type { ColumnType, Selectable } from 'kysely';
import type { FlowKind, FlowProblem, FlowStep, HandoffState, Theme } from '../../shapes/unions.ts';

/** Flows, from opening their document to their outcome. */
interface FlowsTable {
  token_hash: string;
  /** Null for a visit to `/manage`, which is read as {@link noApplication}. */
  client_id: ColumnType<string, string | null, never>;
  /** The account that the flow connects again; null for any account. */
  account_id: string | null;
  /** SHA-256 of the secret of the flow's session, or null. */
  session_hash: string | null;
  kind: FlowKind;
  /** A link's session may have none. */
  redirect_uri: string | null;
  /** Bound once, when an embedded flow starts, like `nonce`. */
  host_origin: string | null;
  nonce: string | null;
  /** The host's `state`: bound like `host_origin` in an embedded flow, from the address in a redirect flow. */
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
  /** The shares that the consent screen lists, separated by spaces. */
  shares: string | null;
  /** The terms on the consent screen, as JSON. */
  terms: string | null;
  /** The language of the text that the person accepted, and its SHA-256. */
  consent_locale: string | null;
  consent_text_hash: string | null;
  /** The provider's question, and the plug-in's private state; encrypted. */
  sealed_challenge: string | null;
  /** The provider's grant, encrypted. It moves to the code, and is null afterwards. */
  sealed_grant: string | null;
  /** Names the page's last request to the provider, see `nameAttempt`. A repetition gets the same response. */
  attempt: string | null;
  expires_at: number;
  started_at: number | null;
  code_hash: string | null;
  /** The code is derived from this salt and the flow token. */
  code_salt: string | null;
  /** The origin of the page that opened this document, if the browser sent it. */
  referrer_origin: string | null;
  /** SHA-256 of the handoff that a popup's page presents to join this flow. */
  handoff_hash: string | null;
  /** Null while the flow is in one document. */
  handoff_state: HandoffState | null;
  handoff_expires_at: number | null;
  /** The provider that the popup's page starts with. */
  handoff_provider_id: string | null;
  /**
   * The language and theme of the popup's page, as the host told the frame's page; null for the browser's preference.
   */
  handoff_locale: string | null;
  handoff_theme: Theme | null;
  /** The host's ID of the session, which is not a secret. */
  handoff_session_id: string | null;
  /** A hash of the network from which the frame's document registered the handoff; null after a window has joined. */
  handoff_network: string | null;
  /** The number in the modal that the user must type in the window; null when the user need not type one. */
  handoff_number: string | null;
  /** How many numbers the user has typed. */
  handoff_tries: number | null;
  /** When the document last listened for events. */
  seen_at: number | null;
  /** The flow of the other document. It is set in both flows as soon as a window asks its user. */
  joined_hash: string | null;
  /** Eight characters for support. The browser may have chosen them. */
  reference: string;
  /** The last problem, until a login succeeds. */
  problem: FlowProblem | null;
  problem_at: number | null;
  /** The person may have gone back to the list since the problem. */
  problem_provider_id: string | null;
  /** When the person closed the page before a decision; null again after another step. */
  left_at: number | null;
}

/** Login attempts at an account from all networks, and attempts at the dashboard's password. */
interface LoginAttemptsTable {
  provider_id: string;
  username: string;
  attempts: number;
  window_end: number;
}

/** Login attempts at an account from one network. */
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
