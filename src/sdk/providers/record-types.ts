import type { TaxRecord } from '../protocol/tax-record.ts';
import type { shares } from '../protocol/words.ts';

/** A kind of data that a provider shares. Applications get only the kinds that the consent screen listed. */
export type Share = (typeof shares)[number];

/** The result of a call that uses a grant. Its `grant` replaces the stored one, unless that has changed meanwhile. */
export type ReadOutcome<Value> =
  | { readonly status: 'ok'; readonly value: Value; readonly grant?: unknown }
  | {
      /** `login_required`: the provider refuses the grant, so the person must sign in; `not_found`: no such record. */
      readonly status: 'login_required' | 'not_found';
    }
  | {
      /** An error of the provider. */
      readonly status: 'failed';
      /** The time to wait before another try makes sense, in seconds. */
      readonly retryAfterSeconds?: number | undefined;
      /** A new grant that the provider has issued, although the rest of the provider's answer is not valid. */
      readonly grant?: unknown;
    };

/** The context of a call that uses a grant. */
export interface GrantContext {
  /** The last grant that the plug-in returned, in a `LoginOutcome` or later; undefined if it returned none. */
  readonly grant: unknown;
  /** The person's stable ID at the provider. */
  readonly subject: string;
  /** Aborts when the service stops waiting, or the application has dropped its request. Pass it on to `fetch`. */
  readonly signal: AbortSignal;
  /** Writes a line to the service's log, with the provider's ID. Never write credentials, grants or records. */
  log(message: string): void;
  /** Client ID of the application that reads the records. */
  readonly clientId: string;
  /** The application's environment. */
  readonly environment: 'test' | 'live';
}

/** The context of a call that reads records. */
export interface ReadContext extends GrantContext {
  /**
   * Renews the grant with the plug-in's `refresh`, and stores it, when the provider refuses the old one. Simultaneous
   * calls, in any number of processes, cause only one refresh.
   *
   * @throws Error when the grant could not be renewed. Do not catch it, because the service already knows why
   */
  renewGrant(): Promise<unknown>;
}

/** Reads the records of a connected account. An exception counts as `failed`. */
export interface ProviderRecords {
  /**
   * Lists at most `limit` records, the latest tax year first.
   *
   * @param request - `taxYear`: list only this year; `limit`: 1 to 100; `cursor`: the `nextCursor` of the previous page
   */
  list(
    request: {
      readonly taxYear?: number | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
    context: ReadContext,
  ): Promise<
    ReadOutcome<{
      readonly records: readonly TaxRecord[];
      /** The `cursor` for the next page, at most 2,000 characters; null or undefined on the last page. */
      readonly nextCursor?: string | null | undefined;
    }>
  >;
  /** Reads one record. `data` is the provider's structured content of the record, any JSON. */
  read(
    request: { readonly recordId: string },
    context: ReadContext,
  ): Promise<ReadOutcome<TaxRecord & { readonly data?: unknown }>>;
  /** Opens a file of a record. The service calls `read` for the record first. */
  file?(
    request: { readonly recordId: string; readonly fileId: string },
    context: ReadContext,
  ): Promise<
    ReadOutcome<{
      /** One of the types that `RecordFile` lists for `media_type`. */
      readonly mediaType: string;
      readonly body: ReadableStream<Uint8Array>;
    }>
  >;
}

/** The methods that both kinds of plug-ins may have, for the time after an account was connected. */
export interface ConnectedProvider {
  /** The methods that read tax records. A provider without them only proves who the person is. */
  readonly records?: ProviderRecords;
  /**
   * Renews a grant at the provider. The service never runs it twice at a time for one connection.
   *
   * @returns the new grant in `grant`; `login_required` when the provider refuses the old one
   */
  refresh?(context: GrantContext): Promise<ReadOutcome<null>>;
}
