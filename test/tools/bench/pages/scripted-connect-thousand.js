// A Connect page on the built bridge, with a long list of providers.
import { createBridge } from 'tax-connect/page';

const total = 1000;

const kinds = ['Liberty', 'Golden', 'Summit', 'Premier', 'Family'];

const providers = Array.from({ length: total }, (_, index) => ({
  id: `provider-${index}`,
  name: `${kinds[index % kinds.length]} Tax ${index}`,
  domain: `office-${index}.example`,
  aliases: [`LT${index}`],
  popular: index % 200 === 0,
  logo: null,
  status: /** @type {'available' | 'unavailable'} */ (index % 50 ? 'available' : 'unavailable'),
  reason: null,
  surface: /** @type {const} */ ('any'),
}));

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
