import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
// The SDK answers with the session token, which Nango's real page needs.
addEventListener('message', ({ data }) => {
  if (data.type !== 'session_token') return;
  sendCodeLater((connectionId) => {
    post({ type: 'connect', payload: { providerConfigKey: 'bench', connectionId } });
  });
});
post({ type: 'ready' });
