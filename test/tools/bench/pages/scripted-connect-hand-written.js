// A Connect page without the SDK: one listener, one port, no checks.
import { application, provider, sendCodeLater } from './scripted.js';

addEventListener('message', ({ data, ports: [port] }) => {
  if (data.type !== 'welcome' || !port) return;
  port.onmessage = () => {
    port.postMessage({ type: 'provider_selected', provider_id: provider.id });
    port.postMessage({ type: 'step', step: 'consent' });
    sendCodeLater((code) => port.postMessage({ type: 'code', code, nonce: data.nonce }));
  };
  port.postMessage({ type: 'ready', application });
  port.postMessage({ type: 'providers', providers: [provider] });
});
parent.postMessage({ protocol: 'tax-connect', version: 1, type: 'hello' }, '*');
