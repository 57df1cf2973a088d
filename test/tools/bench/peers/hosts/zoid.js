import { defineComponent } from '../zoid-component.js';
import { connectUrl, defineContender } from './harness.js';

const Component = defineComponent(connectUrl);

defineContender({
  open({ onReady, onCode }) {
    const instance = Component({ onCode });
    instance.render('#widget').then(onReady);
    return { close: () => instance.close() };
  },
});
