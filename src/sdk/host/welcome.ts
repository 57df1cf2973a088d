import {
  protocolName,
  protocolVersion,
  type SurfaceKind,
  type WelcomeMessage,
} from '../protocol/messages.ts';
import { createToken } from './random-token.ts';
import type { Run } from './run.ts';

/**
 * @param run - the session at work
 * @param surface - what shows the page: in a frame the modal draws the selector, in a popup the page
 * @returns what the page is told, with a nonce of its own
 */
export function createWelcome(
  { context: { id, settings }, model, locale, providerId }: Run,
  surface: SurfaceKind,
): WelcomeMessage {
  return {
    protocol: protocolName,
    version: protocolVersion,
    type: 'welcome',
    session_id: id,
    nonce: createToken(),
    state: settings.state ?? null,
    surface,
    selector: surface === 'frame' ? 'host' : 'page',
    provider_id: providerId,
    locale: locale ?? navigator.languages?.[0] ?? 'en',
    theme: model.theme.value,
  };
}
