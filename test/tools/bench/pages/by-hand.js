// Connect embedded without the SDK: one frame, one channel that the host creates, one listener. It does
// the same handshake with the same page, so it causes the same requests to the service.
import { rest, target, waitForHello, waitForPaint } from './shared.js';

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

/**
 * @param {(providers: any[]) => void} draw - draws the providers
 * @returns {import('./shared.js').BenchPage} what the benchmarks use
 */
export function createHandWritten(draw) {
  return {
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
          draw(message.providers);
          await waitForPaint();
          resolve(performance.now() - began);
        });
      });
      await rest();
      return visibleMs;
    },
  };
}
