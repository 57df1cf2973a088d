/** The application's page, as a module: the SDK is a dependency like any other. */
import { forwardCode, open, preload } from 'tax-connect';
import {
  find,
  readMeta,
  showConnection,
  showNewConnection,
  showProblem,
  showStatus,
} from './page.ts';

const clientId = readMeta('connect-client-id');
const connectUrl = readMeta('connect-url');
// Ties the code to this visitor: the backend compares it with the session's.
const state = readMeta('connect-state');

const appearance = { accentColor: '#0f766e' };
const options = { clientId, connectUrl, state, appearance };

const connect = find('connect');
// A person who points at the button may press it soon: by then Connect has nothing left to wait for.
const warmUp = () => preload(options);
connect.addEventListener('pointerenter', warmUp, { once: true });
connect.addEventListener('focus', warmUp, { once: true });

connect.addEventListener('click', async () => {
  showStatus('');
  const session = open({ ...options, onSuccess: forwardCode('/callback') });
  const outcome = await session.finished;
  if (outcome.status === 'connected') await showNewConnection();
  else showProblem(outcome.error?.code ?? outcome.reason);
});

find('disconnect').addEventListener('click', async () => {
  const response = await fetch('/api/disconnect', { method: 'POST' });
  if (!response.ok) {
    showStatus('We could not disconnect your tax account. Please try again.');
    return;
  }
  showStatus('Your tax account is disconnected.');
  await showNewConnection();
});

// The redirect flow comes back here. If something went wrong, the address says what.
const arrival = new URLSearchParams(location.search);
const problem = arrival.get('connect_error');
if (problem !== null) showProblem(problem);
if (problem !== null || arrival.has('connect')) {
  history.replaceState(null, '', location.pathname);
  await showNewConnection();
} else await showConnection();
