// Shared by the stand-ins of all contenders' Connect pages. A stand-in waits, as if a person read what
// they allow, and then sends the time as its code.
const silenceMs = Number(document.querySelector('meta[name=silence-ms]')?.getAttribute('content'));

/** Tells the host's page that this script runs. No SDK uses this message. */
export function sayLoaded() {
  parent.postMessage({ bench: 'loaded' }, '*');
}

/** @param {(code: string) => void} send - sends a code that says when it was sent */
export function sendCodeLater(send) {
  setTimeout(() => send(`${performance.timeOrigin + performance.now()}`), silenceMs);
}

/** @param {unknown} message - to the window around this page */
export function post(message) {
  parent.postMessage(message, '*');
}
