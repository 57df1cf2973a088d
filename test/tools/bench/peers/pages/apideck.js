import { post, sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
addEventListener('message', ({ data }) => {
  if (data.type === 'close') post('on-close');
  // The SDK sends its options after the page has said that it is ready.
  if (data.token === undefined) return;
  sendCodeLater((id) => post({ type: 'on-connection-change', data: { id } }));
});
post('on-ready');
