import { forwardCode, open } from 'tax-connect';

const clientId = 'test_app';
const connectUrl = 'http://localhost:4400/connect';

let view = new AbortController();

/** @param {Event} [event] */
export function leaveView(event) {
  // With this value, Turbo updates the current page, so the person does not leave the view.
  if (event instanceof CustomEvent && event.detail?.renderMethod === 'morph') return;
  view.abort();
  view = new AbortController();
}

const departures = [
  'turbo:before-render',
  // htmx 2
  'htmx:pushedIntoHistory',
  'htmx:historyRestore',
  // htmx 4
  'htmx:after:history:push',
  'htmx:before:history:restore',
  // Astro
  'astro:before-swap',
];
for (const name of departures) document.addEventListener(name, leaveView);

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('#connect')) return;
  open({ clientId, connectUrl, onSuccess: forwardCode('/callback'), signal: view.signal });
});
