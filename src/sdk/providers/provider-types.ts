import type { ConnectedProvider, Share } from './record-types.ts';

/** An option of a choice: a text that is both its value and its label, or an object with both. */
export type ChallengeOption =
  | string
  | {
      /** Passed to `answer` when the person picks the option. The person does not see it. */
      readonly value: string;
      /** Shown to the person. */
      readonly label: string;
      /** A second line, which distinguishes options with the same label. */
      readonly detail?: string | undefined;
    };

/** The result of a login step at a provider. */
export type LoginOutcome =
  | {
      readonly status: 'accepted';
      /** Stable ID of the person at the provider, at most 255 characters; the key of the account. */
      readonly subject: string;
      /** The account's name, as shown to the user. */
      readonly label: string;
      /** Any JSON that the plug-in needs to use or revoke the access later. The service stores it encrypted. */
      readonly grant?: unknown;
    }
  | {
      readonly status: 'challenge';
      /**
       * `code`: a code that was sent; `choice`: one of `options`; `question`: a text; `push`: approval on
       * another device.
       */
      readonly kind: 'code' | 'choice' | 'question' | 'push';
      /** The heading of the page, at most 100 characters. Default: the page's own heading for this kind. */
      readonly title?: string | undefined;
      /** The question to the user, in the language of the context. */
      readonly prompt: string;
      /**
       * Where a code was sent, shortened, such as `••• 42`, or the device that asks for an approval. Without a prompt,
       * the page shows it in a text in the user's language. At most 100 characters.
       */
      readonly sentTo?: string | undefined;
      /** How long an approval can be given, in seconds, 60 to 3,600. The page says it in minutes. */
      readonly expiresInSeconds?: number | undefined;
      /** The number of digits of a code, 4 to 10. The page sends a complete code at once. */
      readonly codeLength?: number | undefined;
      /**
       * The characters of a code. Default `digits`: the page accepts the digits of every script, and drops
       * separators.
       */
      readonly characters?: 'digits' | 'letters_and_digits' | undefined;
      /** The options of a choice, at most 50, each with a different value. */
      readonly options?: readonly ChallengeOption[];
      /** Whether the user may request another code or approval. Default false. */
      readonly canResend?: boolean;
      /** Any JSON that the plug-in needs to continue. The service stores it encrypted, and binds it to this login. */
      readonly state: unknown;
    }
  | {
      /**
       * `refused`: the credentials or the answer are wrong; `locked`: too many wrong ones; `failed`: an error of
       * the provider.
       */
      readonly status: 'refused' | 'locked' | 'failed';
      /** The time after which another try makes sense, in seconds. */
      readonly retryAfterSeconds?: number;
    };

/** A provider as users find it. */
export interface ProviderInfo {
  /** Stable, 1 to 64 characters: letters, digits, `-` and `_`. Applications see it as `provider_id`. */
  readonly id: string;
  /** Shown to users, 1 to 200 characters. */
  readonly name: string;
  /** The address where users usually log in, such as `example.com`. */
  readonly domain: string;
  /** Other names for the search. */
  readonly aliases?: readonly string[];
  /** Whether it belongs to the group that is shown first. Default false. */
  readonly popular?: boolean;
  /** Address of a picture. Without a picture, the selector shows the initials. */
  readonly logo?: string;
  /** `unavailable` providers are shown with `reason` and cannot be picked. Default: available. */
  readonly status?: 'available' | 'unavailable';
  /** Why it is unavailable. */
  readonly reason?: string;
  /** Tells the users of test applications how to sign in, such as with which test account. */
  readonly hint?: string;
  /**
   * The shares that consent lists. No others are passed on to applications. Default: `identity`, `returns` and
   * `forms`.
   */
  readonly shares?: readonly Share[];
}

/** A field of a login. */
export interface LoginField {
  /** 1 to 32 characters: lower-case letters, digits and `_`, starting with a letter. */
  readonly name: string;
  /** One text, or a text for each locale (BCP 47), with `en` as the fallback. */
  readonly label: string | Readonly<Record<string, string>>;
  /** `password` fields are masked. Default: text. */
  readonly type?: 'text' | 'email' | 'password';
  /** A token of the HTML standard, such as `username` or `current-password`. */
  readonly autocomplete?: string;
}

/** The context of a plug-in's call. */
export interface ProviderContext {
  /** Aborts when the service stops waiting, after 20 s. Pass it on to `fetch`. */
  readonly signal: AbortSignal;
  /** Writes a line to the service's log, with the provider's ID. Never write credentials or grants. */
  log(message: string): void;
  /** The application that the user connects to; empty at `/manage`. */
  readonly clientId: string;
  /** The application's environment; at `/manage`, `test` for a provider that only test applications see. */
  readonly environment: 'test' | 'live';
  /** The user's language, BCP 47. */
  readonly locale: string;
  /** Whether the person signs in again in the same flow; `reason` says why. */
  readonly isRetry?: boolean;
  /**
   * `different_account`: the flow connects an account again, but the person has signed in with a different one. Let
   * the provider ask who signs in, or it may accept the same person without a question.
   */
  readonly reason?: 'different_account' | undefined;
}

/** A provider with credentials that the Connect page asks for. */
export interface CredentialProvider extends ConnectedProvider {
  /** Shown in the selector. */
  readonly info: ProviderInfo;
  /** Default: `username` and `password`. Attempts are counted for the value of the first field. */
  readonly fields?: readonly LoginField[];
  /**
   * Starts a login. An exception counts as `failed`.
   *
   * @param fields - the user's input, by field name
   */
  begin(fields: Readonly<Record<string, string>>, context: ProviderContext): Promise<LoginOutcome>;
  /**
   * Continues a login after a challenge. An exception counts as `failed`.
   *
   * @param step - the user's answer to a challenge (empty while waiting for a push), and the challenge's state
   */
  answer(
    step: { readonly answer: string; readonly state: unknown },
    context: ProviderContext,
  ): Promise<LoginOutcome>;
  /** Sends the code or the push again. If it returns a challenge, that replaces the previous one. */
  resend?(state: unknown, context: ProviderContext): Promise<unknown>;
  /** Called after the account was disconnected. Ends the grant at the provider. */
  revoke?(grant: unknown, context: ProviderContext): Promise<unknown>;
}

/** A provider whose users sign in on its own site, to which the browser is sent. */
export interface RedirectProvider extends ConnectedProvider {
  /** Shown in the selector. */
  readonly info: ProviderInfo;
  /**
   * Starts a login at the provider's site. An exception counts as `failed`.
   *
   * @param request - the address that the browser must return to, and a random text for OAuth's state
   * @returns the address for the browser, and the private state for `complete`, which is stored encrypted
   */
  authorize(
    request: { readonly redirectUri: string; readonly state: string },
    context: ProviderContext,
  ): Promise<{ readonly url: URL; readonly state: unknown }>;
  /**
   * Ends a login after the return. An exception counts as `failed`.
   *
   * @param step - the address that the browser returned to, and the state from `authorize`
   */
  complete(
    step: { readonly url: URL; readonly state: unknown },
    context: ProviderContext,
  ): Promise<LoginOutcome>;
  /** Called after the account was disconnected. Ends the grant at the provider. */
  revoke?(grant: unknown, context: ProviderContext): Promise<unknown>;
}

/** An entry in a module's list of providers. */
export type ProviderPlugin = CredentialProvider | RedirectProvider;
