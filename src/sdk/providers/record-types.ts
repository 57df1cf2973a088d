/** The kinds of tax records. */
export type RecordType = 'return' | 'transcript' | 'form' | 'document';

/** What a provider shares. Consent lists it, and no record of another kind is passed on. */
export type Share = 'identity' | 'returns' | 'transcripts' | 'forms' | 'documents';

/** A file of a record. */
export interface RecordFile {
  /** Stable within the record, 1 to 255 characters. */
  readonly id: string;
  /** With its ending, such as `return-2024.pdf`; 1 to 255 characters. */
  readonly name: string;
  /** One of `application/pdf`, `image/png`, `image/jpeg`, `text/csv`, `text/plain`, `application/json` and `application/xml`. */
  readonly media_type: string;
  /** Its size, at most 25 MiB. */
  readonly bytes: number;
}

/** A tax record, as applications get it. */
export interface TaxRecord {
  /** Stable for this account, 1 to 255 characters. */
  readonly id: string;
  readonly type: RecordType;
  /** For people, such as `Form 1040, 2024`; 1 to 200 characters. */
  readonly name: string;
  readonly tax_year: number;
  /** `US`, or a state such as `US-CA`. */
  readonly jurisdiction: string;
  /** Such as `1040` or `W-2`. */
  readonly form: string | null;
  /** The provider's word, such as `filed`. */
  readonly status: string | null;
  /** ISO 8601, a date or a time. */
  readonly filed_at: string | null;
  /** At most 100. */
  readonly files: readonly RecordFile[];
}

/**
 * The result of reading at a provider. `grant` replaces the stored grant, unless that has been replaced
 * meanwhile.
 */
export type ReadOutcome<Value> =
  | { readonly status: 'ok'; readonly value: Value; readonly grant?: unknown }
  | {
      /**
       * `login_required`: the provider no longer accepts the grant, so the person has to sign in again;
       * `not_found`: the person has no such record or file.
       */
      readonly status: 'login_required' | 'not_found';
    }
  | {
      /** An error of the provider. */
      readonly status: 'failed';
      /** The time until another try makes sense, in seconds. */
      readonly retryAfterSeconds?: number | undefined;
    };

/** The context of a call that uses a grant. */
export interface GrantContext {
  /** As `LoginOutcome` or a later outcome returned it; undefined if none did. */
  readonly grant: unknown;
  /** The person's stable ID at the provider. */
  readonly subject: string;
  /** Aborts when the service stops waiting, or the application has left. Pass it on to `fetch`. */
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
   * Renews the grant with the plug-in's `refresh`, and stores it before this call goes on. Call it when the
   * provider refuses the grant. However many calls need it at the same time, in however many processes, the
   * provider gets one refresh.
   *
   * @returns the new grant
   * @throws Error when the grant could not be renewed. Let it pass: the service knows the outcome
   */
  renewGrant(): Promise<unknown>;
}

/** Reads the records of a connected account. An exception counts as `failed`. */
export interface ProviderRecords {
  /**
   * Lists records, the latest tax year first. At most `limit` of them; `nextCursor` continues.
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
      /** At most 2,000 characters. */
      readonly nextCursor?: string | undefined;
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
      /** One of those in `RecordFile`. */
      readonly mediaType: string;
      readonly body: ReadableStream<Uint8Array>;
    }>
  >;
}

/** What both kinds of plug-ins can do after the account was connected. */
export interface ConnectedProvider {
  /** Without it, the provider only proves whose account it is. */
  readonly records?: ProviderRecords;
  /**
   * Renews a grant at the provider. The service never runs it twice at a time for one connection.
   *
   * @returns the new grant in `grant`; `login_required` when the provider refuses the old one
   */
  refresh?(context: GrantContext): Promise<ReadOutcome<null>>;
}
