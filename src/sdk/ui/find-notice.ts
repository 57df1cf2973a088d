import type { ModalTexts, Notice } from '../../texts/surfaces.ts';
import type { ConnectError, ConnectErrorCode } from '../protocol/errors.ts';

/** The code of an error that can end a flow. The other codes are states of the popup, which have their own screens. */
export type ShownCode = Exclude<
  ConnectErrorCode,
  'popup_blocked' | 'popup_closed' | 'opener_severed'
>;

type Notices = Readonly<Record<ShownCode, Notice>> &
  Readonly<Partial<Record<ConnectErrorCode, Notice>>>;

/**
 * Finds the notice of an error. In a session, a code that a page has lost cannot be requested again, but the backend
 * may still get it. So the notice does not call this a failure.
 */
export function findNotice(texts: ModalTexts, { code, retryable }: ConnectError): Notice {
  const notices: Notices = texts.notices;
  if (code === 'callback_failed' && !retryable) return texts.notices.unconfirmed;
  return notices[code] ?? notices.server_error;
}
