import type { Input } from '../../../src/sdk/host/session/transition.ts';
import type { AuthorizationCode } from '../../../src/sdk/protocol/brands.ts';
import type { PageMessage, SurfaceKind } from '../../../src/sdk/protocol/messages.ts';
import { createProvider } from '../create-provider.ts';

/** The Connect page of the session. */
export const service = {
  hasSession: false,
  docs: 'https://connect.example/docs/errors',
  address: new URL('https://connect.example/connect?client_id=app'),
};

export const theCode = 'c' as AuthorizationCode;

/** A message of the page. */
export function say(message: PageMessage, from: SurfaceKind = 'frame'): Input {
  return ['pageSaid', from, message];
}

export const application = { name: 'Tally', environment: 'test' } as const;
export const framed = createProvider('framed');
export const popupOnly = createProvider('popup-only', { surface: 'popup' });

export const ready = { type: 'ready', application, session: false } as const;
export const code: PageMessage = { type: 'code', code: theCode, nonce: 'n' };
