// The application's page with the script tag, which defines the global `TaxConnect`.
/** @import {} from 'tax-connect/script' */
import { readMeta } from './elements.js';
import { requestSession, startPage } from './page.js';

const options = {
  clientId: readMeta('connect-client-id'),
  connectUrl: readMeta('connect-url'),
  // Ties the authorization code to this visitor. The backend compares this value with the state in the session.
  state: readMeta('connect-state'),
  appearance: { accentColor: '#0f766e' },
};

startPage(async ({ isAgain, ...target }) => {
  const session = await requestSession(isAgain);
  const onSuccess = window.TaxConnect.forwardCode('/callback');
  return await window.TaxConnect.open({ ...options, ...target, session, onSuccess }).finished;
});
