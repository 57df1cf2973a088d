// A handmade frame, the baseline. It checks origin and source, and nothing else.
import { connectOrigin, connectUrl, defineContender } from './harness.js';

defineContender({
  open({ onReady, onCode }) {
    const frame = document.createElement('iframe');
    frame.src = connectUrl;
    frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
    /** @param {MessageEvent} event - of any window */
    const handleMessage = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== connectOrigin) return;
      if (data.type === 'ready') onReady();
      if (data.type === 'code') onCode(data.code);
    };
    addEventListener('message', handleMessage);
    document.body.append(frame);
    return {
      close() {
        removeEventListener('message', handleMessage);
        frame.remove();
      },
    };
  },
});
