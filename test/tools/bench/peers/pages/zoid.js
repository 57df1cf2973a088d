import { defineComponent } from '../zoid-component.js';
import { sayLoaded, sendCodeLater } from './harness.js';

defineComponent(location.href);
sayLoaded();
sendCodeLater((code) => window.xprops.onCode(code));
