import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
sendCodeLater((code) => post({ type: 'mono.connect.widget.account_linked', data: { code } }));
