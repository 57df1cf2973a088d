// Uses the built bridge, as any other Connect page would.
import { createBridge } from 'tax-connect/page';
import { application, provider } from '../../pages/scripted.js';
import { sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
let nonce = '';
const bridge = createBridge({
  onSession(session) {
    nonce = session.nonce;
    bridge.sendReady(application);
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
