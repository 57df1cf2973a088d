import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
post({ type: 'ready' });
sendCodeLater((code) => post({ type: 'code', code }));
