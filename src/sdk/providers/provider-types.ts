import type { ConnectedProvider, Share } from './record-types.ts';

/** An option that a person can choose: one text as both value and label, or an object with a value and a label. */
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
      /** The plug-in's data, any JSON, to use or revoke the access later. The service stores it encrypted. */
      readonly grant?: unknown;
    }
  | {
      readonly status: 'challenge';
      /** By a code that was sent, one of `options`, a text (`question`), or an approval on another device (`push`). */
      readonly kind: 'code' | 'choice' | 'question' | 'push';
      /** The heading of the page, at most 100 characters. Default: the page's own heading for this kind. */
      readonly title?: string | undefined;
      /** The question to the user, in the language of the context. */
      readonly prompt: string;
      /**
       * Where a code was sent, such as `••• 42`, or the device that asks, in up to 100 characters. With an empty
       * `prompt`, the page shows it in its own text.
       */
      readonly sentTo?: string | undefined;
      /** The person's time to give an approval, in seconds, 60 to 3,600. The page shows this time in minutes. */
      readonly expiresInSeconds?: number | undefined;
      /** The number of digits of a code, 4 to 10. The page submits the code as soon as it has all digits. */
      readonly codeLength?: number | undefined;
      /** The characters of a code. `digits`, the default, may be of any script and have separators. */
      readonly characters?: 'digits' | 'letters_and_digits' | undefined;
      /** The options of a choice, at most 50, each with a different value. */
      readonly options?: readonly ChallengeOption[];
      /** True when the user may request another code or approval. Default false. */
      readonly canResend?: boolean;
      /** The plug-in's data to continue, any JSON. The service stores it encrypted, for this login only. */
      readonly state: unknown;
    }
  | {
      /** `refused`: wrong credentials or answer; `locked`: too many wrong tries; `failed`: an error of the provider. */
      readonly status: 'refused' | 'locked' | 'failed';
      /** The time to wait before another try makes sense, in seconds. */
      readonly retryAfterSeconds?: number;
    };

/** A provider's entry in the selector. */
export interface ProviderInfo {
  /** Stable, 1 to 64 characters: letters, digits, `-` and `_`. Applications see it as `provider_id`. */
  readonly id: string;
  /** Shown to users, 1 to 200 characters. */
  readonly name: string;
  /** The address where users usually log in, such as `example.com`. */
  readonly domain: string;
  /** Other names by which the search finds the provider. */
  readonly aliases?: readonly string[];
  /** True when the selector lists the provider in its first group, "popular". Default false. */
  readonly popular?: boolean;
  /** Address of a picture. Without a picture, the selector shows the initials. */
  readonly logo?: string;
  /** `unavailable` providers are shown with `reason` and cannot be picked. Default: available. */
  readonly status?: 'available' | 'unavailable';
  /** Why the provider is unavailable. */
  readonly reason?: string;
  /** Tells users of test applications how to sign in, for example the name of a test account. */
  readonly hint?: string;
  /** The only data that applications get, by consent. Default: `identity`, `returns` and `forms`. */
  readonly shares?: readonly Share[];
}

/** A field of the login form. */
export interface LoginField {
  /** 1 to 32 characters: lower-case letters, digits and `_`, starting with a letter. */
  readonly name: string;
  /** One text, or a text for each locale (BCP 47), with `en` as the fallback. */
  readonly label: string | Readonly<Record<string, string>>;
  /** The text of a `password` field is hidden. Default: text. */
  readonly type?: 'text' | 'email' | 'password';
  /** The value of the HTML attribute `autocomplete`, such as `username` or `current-password`. */
  readonly autocomplete?: string;
}

/** The last argument of the plug-in's methods that sign a person in or revoke a grant. */
export interface ProviderContext {
  /** Aborts when the service stops waiting for the plug-in, after 20 s. Pass it on to `fetch`. */
  readonly signal: AbortSignal;
  /** Writes a line to the service's log, with the provider's ID. Never write credentials or grants. */
  log(message: string): void;
  /** Client ID of the application that the user connects to; empty when the user signs in at `/manage`. */
  readonly clientId: string;
  /** The application's environment; at `/manage`, `test` for a provider that only test applications see. */
  readonly environment: 'test' | 'live';
  /** The user's language, BCP 47. */
  readonly locale: string;
  /** True when the person signs in another time in the same flow. */
  readonly isRetry?: boolean;
  /**
   * `different_account`: the person has signed in with another account than the one to connect again. Let the provider
   * ask who signs in, or it may accept the same person again.
   */
  readonly reason?: 'different_account' | undefined;
}

/** A provider whose users type their credentials into the Connect page. */
export interface CredentialProvider extends ConnectedProvider {
  /** Shown in the selector. */
  readonly info: ProviderInfo;
  /** The login's fields; default `username` and `password`. Attempts are limited for each value of the first one. */
  readonly fields?: readonly LoginField[];
  /** Starts a login. An exception counts as `failed`. @param fields - the user's input, by field name */
  begin(fields: Readonly<Record<string, string>>, context: ProviderContext): Promise<LoginOutcome>;
  /**
   * Continues a login after a challenge. An exception counts as `failed`.
   *
   * @param step - the user's answer to a challenge (empty while the page waits for a push), and the challenge's `state`
   */
  answer(
    step: { readonly answer: string; readonly state: unknown },
    context: ProviderContext,
  ): Promise<LoginOutcome>;
  /** Sends the code or the push again. A challenge that it returns replaces the previous challenge. */
  resend?(state: unknown, context: ProviderContext): Promise<unknown>;
  /** Called after the account was disconnected. Ends the grant at the provider. */
  revoke?(grant: unknown, context: ProviderContext): Promise<unknown>;
}

/** A provider whose users sign in on the provider's own site. The Connect page sends the browser to that site. */
export interface RedirectProvider extends ConnectedProvider {
  /** Shown in the selector. */
  readonly info: ProviderInfo;
  /**
   * Starts a login at the provider's site. An exception counts as `failed`.
   *
   * @param request - the address that the browser must return to, and a random text for OAuth's `state` parameter
   * @returns the address for the browser, and data for `complete`, any JSON, which the service stores encrypted
   */
  authorize(
    request: { readonly redirectUri: string; readonly state: string },
    context: ProviderContext,
  ): Promise<{ readonly url: URL; readonly state: unknown }>;
  /**
   * Ends a login after the browser has returned from the provider's site. An exception counts as `failed`.
   *
   * @param step - the address that the browser returned to, with its query, and the `state` from `authorize`
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
