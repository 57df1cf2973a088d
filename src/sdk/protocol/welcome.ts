import { type PageAppearance, parseAppearance } from './appearance.ts';
import { type Nonce, parseNonce } from './brands.ts';
import { type Json, toCamelCase } from './camel-case.ts';
import { protocolName, protocolVersion, type SurfaceKind } from './messages.ts';
import { parseProviderId } from './provider.ts';
import { parseChoice, parseNullable, parseShape, parseText, type Shape } from './shape.ts';

/** The session as the host described it. Only `origin` comes from the browser. */
export interface PageSession {
  /** The session's ID, chosen by the host's page. Support uses it as a reference. Not a secret. */
  readonly sessionId: string;
  /** A random value of this flow. The service stores it with the flow. Pass it to `sendCode` with the code. */
  readonly nonce: string;
  /** The host's origin. The service must check that the application has registered it. */
  readonly origin: string;
  /** The host's OAuth `state`, which the service stores with the code; or null. */
  readonly state: string | null;
  /** The secret of the backend's session, or null. If the service binds the flow to it, say so by `sendReady`. */
  readonly session: string | null;
  /** The kind of window that shows this page. */
  readonly surface: SurfaceKind;
  /** The side that draws the provider selector. */
  readonly selector: 'host' | 'page';
  /** The ID of a preselected provider, or null. */
  readonly providerId: string | null;
  /** BCP 47 language tag. */
  readonly locale: string;
  /** The colour scheme of the modal. */
  readonly theme: 'light' | 'dark';
  /** The host's accent colour and radius, which the page can use; null if the host is older or set neither. */
  readonly appearance: PageAppearance | null;
}

/** Host → page window: `PageSession` in snake_case, with exactly one port, which carries all later messages. */
export type WelcomeMessage = {
  readonly protocol: typeof protocolName;
  readonly version: typeof protocolVersion;
  readonly type: 'welcome';
  readonly nonce: Nonce;
} & Json<Omit<PageSession, 'origin' | 'nonce'>>;

const shape: Shape<WelcomeMessage> = {
  protocol: parseChoice(protocolName),
  version: parseChoice(protocolVersion),
  type: parseChoice('welcome'),
  session_id: parseText,
  nonce: parseNonce,
  state: parseNullable(parseText),
  // Hosts of earlier versions send neither `session` nor `appearance`.
  session: (value = null) => parseNullable(parseText)(value),
  surface: parseChoice('frame', 'popup'),
  selector: parseChoice('host', 'page'),
  provider_id: parseNullable(parseProviderId),
  locale: parseText,
  theme: parseChoice('light', 'dark'),
  appearance: parseAppearance,
};

export const parseWelcome = (data: unknown) => parseShape(data, shape);

export function describeSession(welcome: WelcomeMessage, origin: string): PageSession {
  const { protocol: _, version: __, type: ___, ...session } = welcome;
  return { ...toCamelCase(session), origin };
}
