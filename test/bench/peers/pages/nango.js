import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
// It answers with the session token, without which its own page does nothing.
addEventListener('message', ({ data }) => {
  if (data.type !== 'session_token') return;
  sendCodeLater((connectionId) => {
    post({ type: 'connect', payload: { providerConfigKey: 'bench', connectionId } });
  });
});
post({ type: 'ready' });
