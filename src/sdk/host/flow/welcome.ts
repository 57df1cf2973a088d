import {
  protocolName,
  protocolVersion,
  type SurfaceKind,
  type WelcomeMessage,
} from '../../protocol/messages.ts';
import type { OpenOptions } from '../api.ts';
import { createToken } from '../open/random-token.ts';
import type { Presentation } from '../session/presentation.ts';
import { describeAppearance } from './describe-appearance.ts';

/** The session that welcomes a page. */
interface Welcoming extends Pick<Presentation, 'theme' | 'locale'> {
  readonly id: string;
  readonly settings: Pick<OpenOptions, 'session' | 'state' | 'appearance'>;
  /** The provider that the page starts with, or null. */
  readonly providerId: string | null;
}

/** @param surface - the kind of surface; in a frame the modal draws the selector, in a popup the page draws it */
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
    session: settings.session ?? null,
    surface,
    selector: surface === 'frame' ? 'host' : 'page',
    provider_id: providerId,
    locale: locale ?? navigator.languages?.[0] ?? 'en',
    theme: theme.peek(),
    appearance: describeAppearance(settings.appearance),
  };
}
