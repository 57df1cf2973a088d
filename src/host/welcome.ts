import { parseNonce } from '../protocol/brands.ts';
import { protocolName, protocolVersion, type WelcomeMessage } from '../protocol/messages.ts';
import type { Settings } from './options.ts';

/**
 * @param id - the session's id
 * @param settings - checked options
 * @param theme - the theme at this moment
 * @returns what the page is told, with a nonce of its own
 */
export function createWelcome(
  id: string,
  settings: Settings,
  theme: 'light' | 'dark',
): WelcomeMessage {
  const nonce = parseNonce(createNonce());
  if (!nonce) throw new Error('A fresh nonce is always well-formed.');
  return {
    protocol: protocolName,
    version: protocolVersion,
    type: 'welcome',
    session_id: id,
    nonce,
    state: settings.state ?? null,
    surface: 'frame',
    selector: 'host',
    provider_id: settings.provider ?? null,
    locale: settings.locale ?? navigator.languages?.[0] ?? 'en',
    theme,
  };
}

/** 32 random bytes as base64url without padding (RFC 4648, section 5). */
function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
