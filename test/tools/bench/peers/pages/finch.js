import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
sendCodeLater((code) => post({ name: 'finch-auth-message-v2', kind: 'success', code }));
