/** What a provider says to a step of a login. */
export type LoginOutcome =
  | {
      readonly status: 'accepted';
      /** Stable ID of the person at the provider, at most 255 characters; the key of the account. */
      readonly subject: string;
      /** What the user is shown of the account. */
      readonly label: string;
      /** Whatever the plug-in needs to use or revoke the access later, as JSON; kept encrypted. */
      readonly grant?: unknown;
    }
  | {
      readonly status: 'challenge';
      /** `code`: one that was sent; `choice`: one of `options`; `question`: a text; `push`: approval elsewhere. */
      readonly kind: 'code' | 'choice' | 'question' | 'push';
      /** What the user is told, in the language of the context. */
      readonly prompt: string;
      /**
       * Where a code went, as little of it as the user needs, such as `••• 42`. Without a prompt, the page says
       * so in the user's language. At most 100 characters.
       */
      readonly sentTo?: string | undefined;
      /** How many digits a code has, 4 to 10: the page sends it as soon as it is whole. */
      readonly codeLength?: number | undefined;
      /** Of a choice, at most 50. */
      readonly options?: readonly string[];
      /** Whether the user may ask for another code or approval. */
      readonly canResend?: boolean;
      /** Whatever the plug-in needs to go on, as JSON; kept encrypted, bound to this login. */
      readonly state: unknown;
    }
  | {
      /** `refused`: wrong credentials or answer; `locked`: too many of them; `failed`: the provider's trouble. */
      readonly status: 'refused' | 'locked' | 'failed';
      /** When a new try makes sense, in seconds. */
      readonly retryAfterSeconds?: number;
    };

/** A provider as users find it. */
export interface ProviderInfo {
  /** Stable, 1 to 64 characters: letters, digits, `-` and `_`. Applications see it as `provider_id`. */
  readonly id: string;
  readonly name: string;
  /** Where the user would log in by hand, such as `example.com`. */
  readonly domain: string;
  /** Other names the search finds it by. */
  readonly aliases?: readonly string[];
  /** Whether it belongs to the group shown first. */
  readonly popular?: boolean;
  /** Address of a picture; without one, initials are drawn. */
  readonly logo?: string;
  /** `unavailable` providers are shown with `reason` and cannot be picked. Default: available. */
  readonly status?: 'available' | 'unavailable';
  /** Why it is unavailable. */
  readonly reason?: string;
}

/** A field of a login. */
export interface LoginField {
  /** 1 to 32 characters: lower-case letters, digits and `_`, a letter first. */
  readonly name: string;
  /** One text, or one for each locale (BCP 47), with `en` for all others. */
  readonly label: string | Readonly<Record<string, string>>;
  /** `password` fields are masked. Default: text. */
  readonly type?: 'text' | 'email' | 'password';
  /** A token of the HTML standard, such as `username` or `current-password`. */
  readonly autocomplete?: string;
}

/** The context of a plug-in's call. */
export interface ProviderContext {
  /** Fires when the service waits no longer: after 20 s. Pass it on to `fetch`. */
  readonly signal: AbortSignal;
  /** Writes a line to the service's log, with the provider's ID. Never write credentials or grants. */
  log(message: string): void;
  /** The application that the user connects to. */
  readonly clientId: string;
  readonly environment: 'test' | 'live';
  /** The user's language, BCP 47. */
  readonly locale: string;
}

/** A provider whose credentials the Connect page asks for. */
export interface CredentialProvider {
  readonly info: ProviderInfo;
  /** Default: `username` and `password`. The first field is what attempts are counted by. */
  readonly fields?: readonly LoginField[];
  /** @param fields - what the user typed, by name */
  begin(fields: Readonly<Record<string, string>>, context: ProviderContext): Promise<LoginOutcome>;
  /** @param step - the user's answer to a challenge ('' while a push is waited for), and its state */
  answer(
    step: { readonly answer: string; readonly state: unknown },
    context: ProviderContext,
  ): Promise<LoginOutcome>;
  /** Sends the code, or asks for the approval, again. A challenge in return replaces the one before. */
  resend?(state: unknown, context: ProviderContext): Promise<unknown>;
  /** The account has been disconnected: ends the grant at the provider. */
  revoke?(grant: unknown, context: ProviderContext): Promise<unknown>;
}

/** A provider where people sign in on its own site, to which the browser goes. */
export interface RedirectProvider {
  readonly info: ProviderInfo;
  /**
   * @param request - where the browser has to come back to, and a random text to send along as OAuth's state
   * @returns where the browser goes, and what `complete` needs to check the return; kept encrypted
   */
  authorize(
    request: { readonly redirectUri: string; readonly state: string },
    context: ProviderContext,
  ): Promise<{ readonly url: URL; readonly state: unknown }>;
  /** @param step - the address that the browser came back to, and the state of `authorize` */
  complete(
    step: { readonly url: URL; readonly state: unknown },
    context: ProviderContext,
  ): Promise<LoginOutcome>;
  /** The account has been disconnected: ends the grant at the provider. */
  revoke?(grant: unknown, context: ProviderContext): Promise<unknown>;
}

/** What a module of providers exports a list of. */
export type ProviderPlugin = CredentialProvider | RedirectProvider;
