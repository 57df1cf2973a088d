import { seemsOffline } from '../../../kit/seems-offline.ts';
import type { Settings } from '../open/options.ts';
import { findDocs } from './failures.ts';
import type { SessionFacts, SessionState } from './phase.ts';
import type { SessionContext } from './session-context.ts';

export function describeFacts(
  { display = 'auto', address, session, connectUrl }: Settings,
  { ConnectError }: Pick<SessionContext, 'ConnectError'>,
): SessionFacts {
  return {
    isOnline: !seemsOffline(address.hostname),
    display,
    isOpaque: hasNoWebOrigin(),
    isFramed: isFramed(),
    address,
    hasSession: !!session,
    docs: findDocs(connectUrl),
    ConnectError,
  };
}

/** True when the host is sandboxed, a file or an extension. False when the page has replaced `origin` by a variable. */
function hasNoWebOrigin(): boolean {
  const { origin } = globalThis;
  return /^null$|:/.test(origin) && !/^https?:/.test(origin);
}

/** True when the host is in a frame, whose parent could paint over Connect. Then the Connect page refuses framing. */
export function isFramed(): boolean {
  return window.top !== window;
}

export function refreshOnline(state: SessionState): SessionState {
  const isOnline = !seemsOffline(state.address.hostname);
  return state.isOnline === isOnline ? state : { ...state, isOnline };
}
