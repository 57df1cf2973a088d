import type { ConnectErrorCode } from 'tax-connect';
import type { PageErrorCode } from 'tax-connect/page';
import { isNamed, type ModalScreen, type PageStage } from './modal-screen-types.ts';
import type { PopupCode } from './popup-screens.ts';
import { ledgerly } from './providers.ts';

/** The error codes that the Connect page sends to the SDK, and whether trying again can help. */
const reported: Readonly<Record<PageErrorCode, boolean>> = {
  invalid_options: false,
  unsupported_browser: false,
  offline: true,
  connection_lost: true,
  protocol_error: true,
  unsupported_version: false,
  unknown_client: false,
  origin_not_allowed: false,
  provider_unavailable: true,
  submission_limit_reached: false,
  session_expired: true,
  rate_limited: true,
  access_denied: true,
  server_error: true,
};

/** The errors that the SDK itself detects, and how the gallery causes each of them. */
const found: Readonly<
  Record<Exclude<ConnectErrorCode, PageErrorCode | PopupCode>, Partial<ModalScreen>>
> = {
  // With the default `display: 'auto'`, the SDK would offer a popup in place of this error.
  load_timeout: { pace: 'over', options: { display: 'frame' } },
  frame_blocked: {
    // The gallery's content security policy does not allow frames from this origin.
    options: { connectUrl: 'https://not-allowed.example/connect', display: 'frame' },
  },
  callback_failed: {
    finish: () => Promise.reject(new Error('The gallery refuses the code.')),
    options: { provider: ledgerly.id },
    play: sendCode,
  },
};

/** Plays a Connect page whose user allows access at once. */
export function sendCode({ start, enter, bridge, nonce }: PageStage): void {
  start();
  void enter('consent');
  bridge.sendCode('a-code-of-the-gallery', nonce);
}

export function describeError(code: PageErrorCode, retryable: boolean) {
  return { code, message: 'A message for developers.', retryable };
}

function createErrorScreen(code: string, more: Partial<ModalScreen>): [string, ModalScreen] {
  const screen = { title: code, group: 'Errors', isReached: isNamed('failed') } as const;
  return [`failed-${code.replaceAll(/[_ ]/g, '-')}`, { ...screen, ...more }];
}

/** The errors that the page reports before its providers. */
const early = [
  ...['invalid_options', 'unsupported_browser', 'unsupported_version'],
  ...['unknown_client', 'origin_not_allowed', 'protocol_error'],
];

const pageCodes = Object.entries(reported).map(([code, retryable]) =>
  createErrorScreen(code, {
    options: { provider: ledgerly.id },
    play({ bridge, start }) {
      if (!early.includes(code)) start();
      bridge.sendError(describeError(code as PageErrorCode, retryable));
    },
  }),
);

const ownCodes = Object.entries(found).map(([code, more]) => createErrorScreen(code, more));

const inSession = createErrorScreen('callback_failed in a session', {
  ...found.callback_failed,
  options: { provider: ledgerly.id, session: 'a'.repeat(64) },
});

export const errorScreens: Readonly<Record<string, ModalScreen>> = Object.fromEntries([
  ...pageCodes,
  ...ownCodes,
  inSession,
]);
