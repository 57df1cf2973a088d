// Uses the built bridge, as any other Connect page would.
import { createBridge } from 'tax-connect/page';
import { sayLoaded, sendCodeLater } from './harness.js';

/** The only provider, so the host selects it without a click. */
const provider = {
  ...{ id: 'only', name: 'Only', domain: 'only.example', aliases: [], popular: true, logo: null },
  ...{ status: 'available', reason: null, surface: 'any' },
};

sayLoaded();
let nonce = '';
const bridge = createBridge({
  onSession(session) {
    nonce = session.nonce;
    bridge.sendReady({ name: 'Bench', environment: 'test' });
    bridge.sendProviders([provider]);
  },
  onSelectProvider(id) {
    bridge.sendProviderSelected(id);
    bridge.sendStep('consent');
    sendCodeLater((code) => bridge.sendCode(code, nonce));
  },
  onBack() {},
  onClose() {},
});
