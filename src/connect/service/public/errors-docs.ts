import type { Handler } from 'hono';
import type { ConnectErrorCode } from 'tax-connect';
import { escapeHtml, renderDocument } from '../http/page-document.ts';
import { createPageHeaders } from '../http/page-headers.ts';

/** What each code means and what helps. A code that is not listed does not compile. */
const explanations: Readonly<Record<ConnectErrorCode, string>> = {
  invalid_options:
    'An option of open(), preload() or redirect() is missing, mistyped or must not be there, such as a client secret. The message names it.',
  unsupported_browser: 'The browser lacks something the modal needs. Ask the user to update it.',
  load_timeout:
    'The Connect page did not get ready in time. Check connectUrl, and that nothing blocks the page on its way; trying again may help.',
  frame_blocked:
    'The Content-Security-Policy of your page refused the frame. Allow the origin of the Connect page in frame-src.',
  popup_blocked:
    'The browser did not let a popup open. Call open() directly in the handler of a click.',
  popup_closed: 'The user closed the popup before the flow had ended, and did not open it again.',
  opener_severed:
    'Cross-Origin-Opener-Policy cut the popup off, and it did not find its flow again by way of the service: a policy blocks the hidden frame, or something removes the Referer header. Sending same-origin-allow-popups instead of same-origin avoids it.',
  offline: 'The device has no connection.',
  connection_lost: 'The Connect page went away in the middle of the flow. A new flow may work.',
  protocol_error:
    'The Connect page sent messages that make no sense. Check that connectUrl is a Connect page.',
  unsupported_version: 'The Connect page speaks another version of the protocol. Update the SDK.',
  unknown_client: 'There is no application with this client_id.',
  origin_not_allowed:
    'The embedding site is not among the embedding origins of the application; the message names its origin. Add it in the dashboard, which lists the origins that were refused. Without any, only loopback is allowed; test applications may always be embedded from there.',
  provider_unavailable:
    'The provider cannot be used now, or not by a test application. Pick another one, or try later.',
  submission_limit_reached:
    'The test application has used up its submissions. Ask for a higher limit, or use another application.',
  session_expired: 'The flow took too long, or was used already. Start a new one.',
  rate_limited: 'Too many requests in a short time. Wait as long as Retry-After says.',
  access_denied:
    'The Connect page gave up over a login that the provider refused. (Deny is no error.) Trying again may help.',
  callback_failed:
    'onSuccess threw, rejected or took too long: the backend did not take the code. The log of your callback says why.',
  server_error:
    'Something failed on the side of the Connect service. Trying again may help. Or connectUrl is another address than the PUBLIC_URL of the service; the message names both.',
};

const body = Object.entries(explanations)
  .map(([code, text]) => `<h2 id="${code}"><code>${code}</code></h2><p>${escapeHtml(text)}</p>`)
  .join('');
const page = renderDocument('Errors', '', `<main><h1>Errors of tax-connect</h1>${body}</main>`);

/**
 * `GET /docs/errors`: the page that `ConnectError.docsUrl` points to.
 *
 * @returns the handler
 */
export function showErrorCodes(): Handler {
  const headers = {
    ...createPageHeaders("'none'"),
    'Cache-Control': 'public, max-age=3600',
  };
  return (context) => context.body(page, 200, headers);
}
