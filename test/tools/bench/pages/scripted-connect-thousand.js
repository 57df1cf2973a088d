// A Connect page on the built bridge, with a long list of providers.
import { createBridge } from 'tax-connect/page';
import { providers } from './thousand.js';

const bridge = createBridge({
  onSession() {
    bridge.sendReady({ name: 'Bench', environment: 'test' });
    bridge.sendProviders(providers);
  },
  onSelectProvider(id) {
    bridge.sendProviderSelected(id);
    bridge.sendStep('login');
  },
  onBack: () => bridge.sendStep('select'),
  onClose() {},
});
