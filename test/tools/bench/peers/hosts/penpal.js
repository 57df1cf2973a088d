// It only carries messages. The application creates the frame.
import { connect, WindowMessenger } from 'penpal';
import { connectOrigin, connectUrl, defineContender } from './harness.js';

defineContender({
  open({ onReady, onCode }) {
    const frame = document.createElement('iframe');
    frame.src = connectUrl;
    frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
    document.body.append(frame);
    const connection = connect({
      messenger: new WindowMessenger({
        remoteWindow: frame.contentWindow,
        allowedOrigins: [connectOrigin],
      }),
      methods: { receiveCode: onCode },
    });
    connection.promise.then(onReady);
    return {
      close() {
        connection.destroy();
        frame.remove();
      },
    };
  },
});
