// The page of both versions: each brings only its way to open Connect.
import { find, nameProvider } from './elements.js';
import { clearYears, showYears } from './tax-years.js';

/** @type {Readonly<Record<string, string>>} */
const messages = {
  closed: 'Nothing was connected. You can connect whenever you like.',
  denied: 'You did not allow access. Nothing was connected.',
  access_denied: 'You did not allow access. Nothing was connected.',
  no_live_flow: 'That took too long. Please connect again.',
  invalid_grant: 'That took too long. Please connect again.',
  offline: 'You are offline. Please try again when you are back.',
  popup_blocked: 'Your browser blocked the sign-in window. Please allow it and try again.',
  submission_limit_reached: 'This test application has used up its test sign-ins.',
};

/** @type {{ connected: boolean, provider_id?: string, account_id?: string }} */
let connection = { connected: false };

/**
 * @param {(provider?: string) => Promise<import('tax-connect').ConnectOutcome>} connect - opens Connect, at
 *   a provider if there is one
 */
export function startPage(connect) {
  /** @param {string} [provider] */
  const connectAt = async (provider) => {
    showStatus('');
    const before = connection.account_id;
    const outcome = await connect(provider);
    if (outcome.status !== 'connected') {
      const code = outcome.error?.code ?? outcome.reason;
      const isLeft = provider && (code === 'closed' || code === 'denied');
      return isLeft
        ? showStatus('Nothing has changed: you can sign in at any time.')
        : showProblem(code);
    }
    await showNewConnection();
    if (provider && connection.account_id !== before) {
      showStatus('You signed in to a different account. Tally shows that one now.');
    }
  };
  find('connect').addEventListener('click', () => connectAt());
  find('records-button').addEventListener('click', () => {
    const step = find('records-button').dataset.step;
    if (step === 'again') return connectAt(connection.provider_id);
    if (step === 'other') return connectAt();
    find('records-title').focus();
    return showRecords();
  });
  find('disconnect').addEventListener('click', disconnect);
  find('end-sign-in').addEventListener('click', endSignIn);
  void arrive();
}

/** The redirect flow and the links to files come back here. If something went wrong, the address says what. */
async function arrive() {
  const { connect, connect_error, file_problem } = Object.fromEntries(
    new URLSearchParams(location.search),
  );
  if (connect_error) showProblem(connect_error);
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

/** For the demo: what a provider may do at any time. */
async function endSignIn() {
  if (!(await post('/api/end-sign-in'))) {
    showStatus('Only a test application with a sandbox account can do this.');
    return;
  }
  await showRecords();
  find('records-title').focus();
}

/** @param {string} path */
async function post(path) {
  try {
    return (await fetch(path, { method: 'POST' })).ok;
  } catch {
    return false;
  }
}

/** Asks the backend, which alone knows; the page never holds a token. */
async function showConnection() {
  const response = await fetch('/api/connection');
  connection = await response.json();
  const { connected, provider_id: provider = '', account_id: account = '' } = connection;
  find('provider-name').textContent = nameProvider(provider);
  find('provider').textContent = provider;
  find('account').textContent = account;
  /** @type {HTMLElement} */ (document.querySelector('main')).dataset.view = connected
    ? 'connected'
    : 'new';
  showHealth(connected);
  if (connected) void showRecords();
  else clearYears();
}

/** @param {boolean} isHealthy */
function showHealth(isHealthy) {
  const title = find('connection-title');
  title.textContent = isHealthy ? 'Your tax account is connected' : 'Your tax account';
  title.classList.toggle('done', isHealthy);
}

async function showRecords() {
  const found = await showYears(connection.provider_id ?? '');
  if (found?.problem === 'not_connected') return showConnection();
  find('records-button').dataset.step = found?.step;
  if (found?.step === 'again') showHealth(false);
}

/**
 * The button that was pressed disappears, or its page was left. The focus moves to the heading, which
 * screen readers then read.
 */
async function showNewConnection() {
  await showConnection();
  find('connection-title').focus();
}

/** @param {string} code - an exit reason, or the code of a `ConnectError` or `CallbackError` */
function showProblem(code) {
  const fallback = `We could not connect your tax account (${code}). Please try again.`;
  showStatus((Object.hasOwn(messages, code) ? messages[code] : undefined) ?? fallback);
}

/** @param {string} message - shown, and read out by screen readers */
function showStatus(message) {
  find('status').textContent = message;
}
