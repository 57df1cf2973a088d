/** The application's page as a module, with the SDK as an ordinary dependency. */
import { forwardCode, open, preload } from 'tax-connect';
import { find, readMeta } from '../script-tag/elements.js';
import { requestSession, startPage } from '../script-tag/page.js';

const options = {
  clientId: readMeta('connect-client-id'),
  connectUrl: readMeta('connect-url'),
  // Ties the code to this visitor: the backend compares it with the session's state.
  state: readMeta('connect-state'),
  appearance: { accentColor: '#0f766e' },
};

const connect = find('connect');
// A person who points at the button may press it soon, so Connect is loaded now.
const warmUp = () => preload(options);
connect.addEventListener('pointerenter', warmUp, { once: true });
connect.addEventListener('focus', warmUp, { once: true });

startPage(async ({ isAgain, ...target }) => {
  const session = await requestSession(isAgain);
  return await open({ ...options, ...target, session, onSuccess: forwardCode('/callback') })
    .finished;
});
