// The script that both pages of the application share. The pages differ only in how they load the SDK and open Connect.
import { find, nameProvider } from './elements.js';
import { clearYears, showYears } from './tax-years.js';

/** @type {Readonly<Record<string, string>>} */
const messages = {
  closed: 'Nothing was connected. You can connect whenever you like.',
  denied: 'You did not allow access. Nothing was connected.',
  access_denied: 'You did not allow access. Nothing was connected.',
  no_live_flow: 'That took too long. Please connect again.',
  invalid_grant: 'That took too long. Please connect again.',
  offline: 'You’re offline. Please try again when you are back.',
  popup_blocked: 'Your browser blocked the sign-in window. Please allow it and try again.',
  session_expired: 'That took too long. Please connect again.',
  session_failed: 'Tally cannot reach the Connect service. Please try again in a moment.',
  submission_limit_reached: 'This test application has used up its test sign-ins.',
};

/**
 * The visitor's connection, as the backend reports it. `status` is a status of `GET /account`, or `disconnected`.
 * `found` is true if the code was lost, and the backend has just finished the connection.
 *
 * @typedef {object} Connection
 * @property {boolean} connected
 * @property {string} [provider_id]
 * @property {string} [account_id]
 * @property {string} [status]
 * @property {boolean} [found]
 */

/** @type {Connection} the connection that the page shows */
let connection = { connected: false };
/** @type {Connection} the backend's last report */
let latest = connection;
let isConnecting = false;

/** @type {Readonly<Record<string, string>>} the connection's status for each problem of reading */
const statuses = {
  login_required: 'login_required',
  consent_expired: 'expired',
  invalid_token: 'disconnected',
};

/**
 * @typedef {object} Wish
 * @property {string | undefined} [provider] - skips the selection
 * @property {boolean} [isAgain] - true when the visitor's own account is connected again
 */

/**
 * Asks the backend for a Connect session, so that the backend can finish the connection even if the code is lost.
 *
 * @param {boolean} [isAgain] - true when the visitor's own account is connected again
 * @returns {Promise<string>} the session, for `open`
 */
export async function requestSession(isAgain = false) {
  const path = `/api/connect-session${isAgain ? '?again' : ''}`;
  const response = await fetch(path, { method: 'POST' });
  const { session } = await response.json();
  return session;
}

/**
 * @param {(wish: Wish) => Promise<import('tax-connect').ConnectOutcome>} connect - opens Connect
 */
export function startPage(connect) {
  /** @param {Wish} [wish] */
  const connectAs = async (wish = {}) => {
    // The second press of a double click would ask for another session.
    if (isConnecting) return;
    showStatus('');
    const before = connection.account_id;
    isConnecting = true;
    const outcome = await connect(wish).catch(() => undefined);
    isConnecting = false;
    if (!outcome) return showStatus(describe(navigator.onLine ? 'session_failed' : 'offline'));
    if (outcome.status !== 'connected') return showExit(outcome, wish);
    await showNewConnection();
    if (wish.provider && connection.account_id !== before) {
      showStatus('You signed in to a different account. Tally shows that one now.');
    }
  };
  find('connect').addEventListener('click', () => connectAs());
  find('records-button').addEventListener('click', () => {
    const step = find('records-button').dataset.step;
    if (step === 'again') return connectAs({ isAgain: true });
    if (step === 'new') return connectAs({ provider: connection.provider_id });
    if (step === 'other') return connectAs();
    find('records-title').focus();
    return showRecords();
  });
  find('disconnect').addEventListener('click', disconnect);
  find('end-sign-in').addEventListener('click', endSignIn);
  void arrive().finally(followConnection);
}

/**
 * @param {Extract<import('tax-connect').ConnectOutcome, { status: 'exited' }>} exit
 * @param {Wish} wish
 */
async function showExit({ reason, error }, { isAgain, provider }) {
  // After an error, the person may already have allowed access. Asks the backend, which may find the lost code.
  if (error) await showConnection();
  else showChange(latest);
  if (connection.found) return;
  const isLeft = (isAgain || provider) && (reason === 'closed' || reason === 'denied');
  const problem = describe(error?.code ?? reason);
  showStatus(isLeft ? 'Nothing has changed: you can sign in at any time.' : problem);
}

/** Handles the return from a redirect flow or from a link to a file. The query contains the problem, if any. */
async function arrive() {
  const { connect, connect_error, file_problem } = Object.fromEntries(
    new URLSearchParams(location.search),
  );
  if (connect_error) showStatus(describe(connect_error));
  if (file_problem === 'not_found') showStatus('The provider no longer has this file.');
  else if (file_problem) showStatus('The file could not be opened. Please try again.');
  if (location.search) history.replaceState(null, '', location.pathname);
  await (connect || connect_error ? showNewConnection() : showConnection());
}

async function disconnect() {
  if (!(await post('/api/disconnect'))) {
    showStatus('We could not disconnect your tax account. Please try again.');
    return;
  }
  showStatus('Your tax account is disconnected.');
  await showNewConnection();
}

/** Asks the sandbox to end the connection as a provider would. The page then gets the change through the stream. */
async function endSignIn() {
  if (await post('/api/end-sign-in')) return;
  showStatus('Only a test application with a sandbox account can do this.');
}

/** @param {string} path */
async function post(path) {
  try {
    return (await fetch(path, { method: 'POST' })).ok;
  } catch {
    return false;
  }
}

/**
 * Follows the connection through the backend: it may change at the provider, in another tab, or elsewhere. When the
 * stream is lost, the browser opens it again, and it begins with the current state.
 */
function followConnection() {
  /** @type {EventSource | undefined} */
  let stream;
  const follow = () => {
    stream?.close();
    // Closes the stream of a hidden tab. With HTTP/1.1, a browser has only six connections to a site for all tabs.
    stream = document.hidden ? undefined : new EventSource('/api/connection/stream');
    stream?.addEventListener('message', ({ data }) => {
      latest = JSON.parse(data);
      // While the modal is open, the change is only stored. It is shown after the modal closes.
      if (!isConnecting) showChange(latest);
    });
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

/** @param {Connection} next - from the stream, which may also repeat the state that the page already shows */
function showChange(next) {
  const { account_id: account, status } = connection;
  if (next.account_id === account && next.status === status) return;
  const focused = document.activeElement;
  draw(next);
  // The card of the tax years explains the rest.
  if (!next.account_id) showStatus('Your tax account is disconnected.');
  else if (next.account_id !== account) showStatus('Your tax account is connected.');
  else showStatus('');
  // The focus stays where it is. If the focused element was hidden, the focus moves to a visible one.
  if (focused === document.body || focused?.getClientRects().length) return;
  find(next.account_id ? 'records-title' : 'connection-title').focus();
}

/** Asks the backend for the connection, because the page never has a token. */
async function showConnection() {
  try {
    const response = await fetch('/api/connection');
    latest = await response.json();
  } catch {
    // The backend cannot be reached. The page keeps what it shows, and its stream tells what has changed meanwhile.
    return;
  }
  draw(latest);
  if (latest.found) showStatus('You had allowed access. Your tax account is connected now.');
}

/** @param {Connection} next */
function draw(next) {
  connection = next;
  const { connected, provider_id: provider = '', account_id: account = '' } = connection;
  find('provider-name').textContent = nameProvider(provider);
  find('provider').textContent = provider;
  find('account').textContent = account;
  /** @type {HTMLElement} */ (document.querySelector('main')).dataset.view = account
    ? 'connected'
    : 'new';
  showHealth(connected);
  if (account) void showRecords();
  else clearYears();
}

/** @param {boolean} isHealthy */
function showHealth(isHealthy) {
  const title = find('connection-title');
  title.textContent = isHealthy ? 'Your tax account is connected' : 'Your tax account';
  title.classList.toggle('done', isHealthy);
}

function showRecords() {
  return showYears(connection.provider_id ?? '', noteProblem);
}

/** @param {import('./tax-years.js').Problem | undefined} found */
function noteProblem(found) {
  if (found?.problem === 'not_connected') {
    void showConnection();
    return;
  }
  find('records-button').dataset.step = found?.step ?? '';
  if (found?.step === 'again' || found?.step === 'new') showHealth(false);
  const status = found && statuses[found.problem];
  // Stores the new status, so that the stream's message about the same change has no further effect.
  if (status) connection = { ...connection, status };
}

/**
 * Shows a new connection, and moves the focus to its heading, so that screen readers read it. The button that had the
 * focus is hidden now, or was on the page before the redirect.
 */
async function showNewConnection() {
  await showConnection();
  find('connection-title').focus();
}

/** @param {string} code - an exit reason, or the code of a `ConnectError` or `CallbackError` */
function describe(code) {
  const fallback = `We could not connect your tax account (${code}). Please try again.`;
  return (Object.hasOwn(messages, code) ? messages[code] : undefined) ?? fallback;
}

/** @param {string} message - shown and announced by screen readers */
function showStatus(message) {
  // Setting the same text again would announce it again.
  if (find('status').textContent !== message) find('status').textContent = message;
}
