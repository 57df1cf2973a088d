// Connect without the SDK: one frame, one channel that the host creates, one listener, and a modal dialog with a list
// that Preact draws. It does the same handshake with the same page, so it causes the same requests to the service. The
// dialog has the same parts as the SDK's selector, but none of its other features.
import { h, render } from 'preact';
import { rest, target, waitForHello, waitForPaint } from './shared.js';

const style = `
  dialog { width: 430px; height: 650px; border: 0; border-radius: 20px; padding: 0; overflow: hidden }
  dialog::backdrop { background: #0008 }
  header { padding: 20px; font: 600 16px system-ui }
  label { display: block; margin: 0 24px 12px }
  input { width: 100%; height: 46px }
  ul { height: 500px; overflow: auto; margin: 0; padding: 0 12px; list-style: none }
  li { display: flex; align-items: center; gap: 14px; min-height: 64px; padding: 0 12px; font: 16px system-ui }
  b { width: 40px; height: 40px; border-radius: 12px; line-height: 40px; text-align: center }
  small { display: block; color: #5b6371 }`;

/** @param {{ id: string, name: string, domain: string }[]} providers - as the page sent them */
function drawDialog(providers) {
  const root = document.createElement('div');
  document.body.append(root);
  const options = providers.map(({ id, name, domain }) =>
    h(
      'li',
      { key: id, role: 'option' },
      h('b', { style: { background: `hsl(${name.length * 137} 60% 91%)` } }, name.slice(0, 2)),
      h('span', null, name, h('small', null, domain)),
    ),
  );
  const parts = [
    h('style', null, style),
    h('header', null, 'Connect your tax account'),
    h('label', null, h('input', { type: 'search', placeholder: 'Search', autofocus: true })),
    h('ul', { role: 'listbox', 'aria-label': 'Providers' }, options),
  ];
  render(h('dialog', { 'aria-label': 'Connect' }, parts), root);
  root.querySelector('dialog')?.showModal();
}

const address = `${target.connectUrl}?client_id=${target.clientId}`;
const { origin } = new URL(address);

/** @type {HTMLIFrameElement | undefined} */
let preloaded;

function load() {
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.style.cssText = 'position: fixed; inset: 10%; width: 80%; height: 80%; border: 0';
  document.body.append(frame);
  return frame;
}

function createWelcome() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const base64 = btoa(String.fromCharCode(...bytes));
  return {
    protocol: 'tax-connect',
    version: 1,
    type: 'welcome',
    session_id: 'by-hand',
    nonce: base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
    state: null,
    surface: 'frame',
    selector: 'host',
    provider_id: null,
    locale: 'en',
    theme: 'light',
  };
}

/**
 * @param {HTMLIFrameElement} frame - whose page has said hello
 * @param {(message: any, port: MessagePort) => void} onMessage - receives its later messages
 */
function welcome(frame, onMessage) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onMessage(data, port1);
  frame.contentWindow?.postMessage(createWelcome(), origin, [port2]);
}

/** @param {(message: any, port: MessagePort) => void} onMessage - receives the page's messages */
function start(onMessage) {
  if (preloaded) {
    preloaded.style.display = '';
    welcome(preloaded, onMessage);
    return;
  }
  const frame = load();
  /** @param {MessageEvent} event - of any window */
  const handleMessage = (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    if (event.data.type !== 'hello') return;
    removeEventListener('message', handleMessage);
    welcome(frame, onMessage);
  };
  addEventListener('message', handleMessage);
}

globalThis.benchPage = {
  async preload() {
    const hello = waitForHello();
    preloaded = load();
    preloaded.style.display = 'none';
    await hello;
    await rest();
  },

  async open() {
    const began = performance.now();
    const visibleMs = await new Promise((resolve) => {
      start(async (message) => {
        if (message.type !== 'providers') return;
        drawDialog(message.providers);
        await waitForPaint();
        resolve(performance.now() - began);
      });
    });
    await rest();
    return visibleMs;
  },
};
