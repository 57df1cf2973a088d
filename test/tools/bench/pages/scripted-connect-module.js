// A Connect page on the built bridge.
import { createBridge } from 'tax-connect/page';
import { application, provider, sendCodeLater } from './scripted.js';

let nonce = '';
const bridge = createBridge({
  onSession(session) {
    nonce = session.nonce;
    bridge.sendReady(application);
    bridge.sendProviders(/** @type {import('tax-connect/page').Provider[]} */ ([provider]));
  },
  onSelectProvider(id) {
    bridge.sendProviderSelected(id);
    bridge.sendStep('consent');
    sendCodeLater((code) => bridge.sendCode(code, nonce));
  },
  onBack() {},
  onClose() {},
});
