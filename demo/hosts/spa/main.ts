/** The script of the application's page at `/spa/`, which imports the SDK as a module. */
import { forwardCode, open, preload } from 'tax-connect';
import { find, readMeta } from '../script-tag/elements.js';
import { requestSession, startPage } from '../script-tag/page.js';

const options = {
  clientId: readMeta('connect-client-id'),
  connectUrl: readMeta('connect-url'),
  // Ties the authorization code to this visitor. The backend compares this value with the state in the session.
  state: readMeta('connect-state'),
  appearance: { accentColor: '#0f766e' },
};

const connect = find('connect');
// Loads Connect as soon as a person points at the button or focuses it, because they may soon press it.
const warmUp = () => preload(options);
connect.addEventListener('pointerenter', warmUp, { once: true });
connect.addEventListener('focus', warmUp, { once: true });

startPage(async ({ isAgain, ...target }) => {
  const session = await requestSession(isAgain);
  return await open({ ...options, ...target, session, onSuccess: forwardCode('/callback') })
    .finished;
});
