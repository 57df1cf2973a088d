// The application's page, by script tag: `TaxConnect` is the global that the tag defines.

const clientId = readMeta('connect-client-id');
const connectUrl = readMeta('connect-url');
// Ties the code to this visitor: the backend compares it with the session's.
const state = readMeta('connect-state');

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

elementOf('connect').addEventListener('click', async () => {
  showStatus('');
  const session = window.TaxConnect.open({
    clientId,
    connectUrl,
    state,
    appearance: { accentColor: '#0f766e' },
    onSuccess: window.TaxConnect.forwardCode('/callback'),
  });
  const outcome = await session.finished;
  if (outcome.status === 'connected') await showNewConnection();
  else showProblem(outcome.error ? outcome.error.code : outcome.reason);
});

elementOf('disconnect').addEventListener('click', async () => {
  const response = await fetch('/api/disconnect', { method: 'POST' });
  if (!response.ok) {
    showStatus('We could not disconnect your tax account. Please try again.');
    return;
  }
  showStatus('Your tax account is disconnected.');
  await showNewConnection();
});

// The redirect flow comes back here. If something went wrong, the address says what.
const { connect, connect_error: problem } = Object.fromEntries(
  new URLSearchParams(location.search),
);
if (problem) showProblem(problem);
if (connect || problem) {
  history.replaceState(null, '', location.pathname);
  void showNewConnection();
} else void showConnection();

/** Asks the backend, which alone knows; the page never holds a token. */
async function showConnection() {
  const response = await fetch('/api/connection');
  const { connected, provider_id, account_id } = await response.json();
  elementOf('provider-name').textContent = nameProvider(provider_id ?? '');
  elementOf('provider').textContent = provider_id;
  elementOf('account').textContent = account_id;
  elementOf('connected').hidden = !connected;
  elementOf('disconnected').hidden = connected;
  const title = elementOf('connection-title');
  title.textContent = connected ? 'Your tax account is connected' : 'Your tax account';
  title.classList.toggle('done', connected);
}

/**
 * The button that was pressed disappears, or its page was left. The focus moves to the heading, which
 * screen readers then read.
 */
async function showNewConnection() {
  await showConnection();
  elementOf('connection-title').focus();
}

/** Such as "Harbor Tax" for `harbor-tax`: an ID is for machines. */
function nameProvider(id) {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function showProblem(code) {
  showStatus(
    Object.hasOwn(messages, code)
      ? messages[code]
      : `We could not connect your tax account (${code}). Please try again.`,
  );
}

function showStatus(message) {
  elementOf('status').textContent = message;
}

function elementOf(id) {
  return document.getElementById(id);
}

function readMeta(name) {
  return document.querySelector(`meta[name="${name}"]`).content;
}
