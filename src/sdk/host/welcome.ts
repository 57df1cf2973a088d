import type { ReadonlySignal } from '@preact/signals-core';
import {
  protocolName,
  protocolVersion,
  type SurfaceKind,
  type WelcomeMessage,
} from '../protocol/messages.ts';
import { createToken } from './random-token.ts';

/** How a page is shown. */
export interface Showing {
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  /** The language that the host asked for, unless its tag is invalid. */
  readonly locale: string | undefined;
}

/** The session that a page is welcomed to. */
interface Welcoming extends Showing {
  readonly id: string;
  readonly settings: { readonly state?: string | undefined };
  /** The provider that the page is to start with, or null. */
  readonly providerId: string | null;
}

/**
 * @param session - that the page is welcomed to
 * @param surface - what shows the page: in a frame the modal draws the selector, in a popup the page
 * @returns what the page is told, with a new nonce
 */
export function createWelcome(
  { id, settings, providerId, theme, locale }: Welcoming,
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
    theme: theme.peek(),
  };
}
