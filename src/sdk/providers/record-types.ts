import type { TaxRecord } from '../protocol/tax-record.ts';
import type { shares } from '../protocol/words.ts';

/** A kind of data that a provider shares. Consent lists it, and records of other kinds are never passed on. */
export type Share = (typeof shares)[number];

/**
 * The result of reading at a provider. `grant` replaces the grant that was given to the plug-in, unless the stored
 * grant has changed since.
 */
export type ReadOutcome<Value> =
  | { readonly status: 'ok'; readonly value: Value; readonly grant?: unknown }
  | {
      /**
       * `login_required`: the provider no longer accepts the grant, so the person must sign in again; `not_found`:
       * the person has no such record or file.
       */
      readonly status: 'login_required' | 'not_found';
    }
  | {
      /** An error of the provider. */
      readonly status: 'failed';
      /** The time after which another try makes sense, in seconds. */
      readonly retryAfterSeconds?: number | undefined;
      /** The grant that the provider has issued instead, although the rest of its answer is not valid. */
      readonly grant?: unknown;
    };

/** The context of a call that uses a grant. */
export interface GrantContext {
  /** The grant that `LoginOutcome` or a later outcome returned; undefined if none did. */
  readonly grant: unknown;
  /** The person's stable ID at the provider. */
  readonly subject: string;
  /** Aborts when the service stops waiting, or the application has disconnected. Pass it on to `fetch`. */
  readonly signal: AbortSignal;
  /** Writes a line to the service's log, with the provider's ID. Never write credentials, grants or records. */
  log(message: string): void;
  /** The application that reads. */
  readonly clientId: string;
  /** The application's environment. */
  readonly environment: 'test' | 'live';
}

/** The context of a call that reads records. */
export interface ReadContext extends GrantContext {
  /**
   * Renews the grant with the plug-in's `refresh`, and stores it before this call continues. Call it when the
   * provider refuses the grant. Simultaneous calls, in any number of processes, cause only one refresh.
   *
   * @returns the new grant
   * @throws Error when the grant could not be renewed. Do not catch it, because the service knows the outcome
   */
  renewGrant(): Promise<unknown>;
}

/** Reads the records of a connected account. An exception counts as `failed`. */
export interface ProviderRecords {
  /**
   * Lists at most `limit` records, the latest tax year first. `nextCursor` continues the list.
   *
   * @param request - `limit` is 1 to 100; `cursor` is the `nextCursor` of an earlier answer
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
      /** At most 2,000 characters; null or undefined on the last page. */
      readonly nextCursor?: string | null | undefined;
    }>
  >;
  /** Reads a record. `data` is the provider's structured content, any JSON. */
  read(
    request: { readonly recordId: string },
    context: ReadContext,
  ): Promise<ReadOutcome<TaxRecord & { readonly data?: unknown }>>;
  /** Opens a file of a record. The service has read the record before. */
  file?(
    request: { readonly recordId: string; readonly fileId: string },
    context: ReadContext,
  ): Promise<
    ReadOutcome<{
      /** One of the media types of `RecordFile`. */
      readonly mediaType: string;
      readonly body: ReadableStream<Uint8Array>;
    }>
  >;
}

/** The part of both kinds of plug-ins that is used after the account was connected. */
export interface ConnectedProvider {
  /** Reads tax records. A provider without this part only proves whose account it is. */
  readonly records?: ProviderRecords;
  /**
   * Renews a grant at the provider. The service never runs it twice at a time for one connection.
   *
   * @returns the new grant in `grant`; `login_required` when the provider refuses the old one
   */
  refresh?(context: GrantContext): Promise<ReadOutcome<null>>;
}
