import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
addEventListener('message', ({ data }) => {
  if (data.type === 'close') post('on-close');
  // It sends its options when it has heard that the page is ready.
  if (data.token === undefined) return;
  sendCodeLater((id) => post({ type: 'on-connection-change', data: { id } }));
});
post('on-ready');
