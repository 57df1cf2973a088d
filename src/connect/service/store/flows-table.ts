import type { ColumnType } from 'kysely';
import type { FlowKind, FlowProblem, FlowStep, HandoffState, Theme } from '../../shapes/unions.ts';

/**
 * The client ID of a visit to `/manage`, which has no application. It cannot be the client ID of one. Plug-ins
 * get it, too.
 */
export const noApplication = '';

/** Flows, from their document to their outcome. */
export interface FlowsTable {
  token_hash: string;
  /** Null in the row of a visit to `/manage`. It is read as {@link noApplication}. */
  client_id: ColumnType<string, string | null, never>;
  /** The account that the flow connects again; null: any. */
  account_id: string | null;
  /** SHA-256 of the secret of the session that the flow belongs to; null: none. */
  session_hash: string | null;
  kind: FlowKind;
  /** The redirect URI of a redirect flow; or of a link, whose session may have none. */
  redirect_uri: string | null;
  /** The two values below are bound once, when an embedded flow starts. */
  host_origin: string | null;
  nonce: string | null;
  /**
   * From the host of an embedded flow, bound with the two values above; or from the address of a redirect
   * flow.
   */
  state: string | null;
  /** PKCE's SHA-256 of a `code_verifier`, in base64url, from the address of a redirect flow. */
  code_challenge: string | null;
  step: FlowStep;
  /** Increases with every step. A request that read an earlier revision cannot change the flow. */
  revision: number;
  provider_id: string | null;
  /** The user name of the last login attempt, as typed. Null: none yet. */
  username: string | null;
  /** Failed tries to sign in with credentials, and the one under way. */
  sign_ins: ColumnType<number, never, number>;
  /** The person's stable ID at the provider. */
  subject: string | null;
  /** The account's name, as shown to the user. */
  account_label: string | null;
  /** The shares that consent lists, separated by spaces. Null before consent. */
  shares: string | null;
  /** The terms that consent shows, as JSON. Null before consent. */
  terms: string | null;
  /** The language of the text that the person has allowed, and its SHA-256. Null before that. */
  consent_locale: string | null;
  consent_text_hash: string | null;
  /** The provider's question and its private state; encrypted. */
  sealed_challenge: string | null;
  /** The provider's grant for the account; encrypted. It moves to the code, and is null afterwards. */
  sealed_grant: string | null;
  /** The page's ID for its last request to the provider. The same ID again gets the same response. */
  attempt: string | null;
  expires_at: number;
  /** Null before the start. */
  started_at: number | null;
  /** The code that the flow ended with. */
  code_hash: string | null;
  /** The code is derived from this salt and the flow token. */
  code_salt: string | null;
  /** Origin of the page that led to this document, if the browser sent it. */
  referrer_origin: string | null;
  /** SHA-256 of the handoff that a popup's page needs to join this flow. */
  handoff_hash: string | null;
  /** Null while the flow is in one document. */
  handoff_state: HandoffState | null;
  handoff_expires_at: number | null;
  /** The provider that the popup's page starts with. */
  handoff_provider_id: string | null;
  /**
   * Language and theme of the popup's page, as the host told the frame's page; null: as its browser
   * prefers.
   */
  handoff_locale: string | null;
  handoff_theme: Theme | null;
  /** The host's ID of the session, not a secret. */
  handoff_session_id: string | null;
  /** A hash of the network that the frame's document registered the handoff from, until a window joins. */
  handoff_network: string | null;
  /** The number of the modal, for the window that asks its user; null where the networks are the same. */
  handoff_number: string | null;
  /** How many numbers that user has typed. */
  handoff_tries: number | null;
  /** When the document last listened for events. */
  seen_at: number | null;
  /**
   * The flow of the other document, after both have joined. From the question on, both know the window that
   * asks.
   */
  joined_hash: string | null;
  /** The reference for support: eight characters. A browser may have chosen them. */
  reference: string;
  /** The last problem, until a login succeeds. */
  problem: FlowProblem | null;
  problem_at: number | null;
  /** The provider of the problem: the person may have gone back since. */
  problem_provider_id: string | null;
}
