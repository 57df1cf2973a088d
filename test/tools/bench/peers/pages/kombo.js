import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
sendCodeLater((code) => post({ type: 'success', data: { activation_token: code } }));
