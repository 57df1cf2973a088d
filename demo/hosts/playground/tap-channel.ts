/** A message between the host's page and the Connect page. */
export interface ChannelMessage {
  /** The direction, as seen from the host. */
  readonly direction: 'sent' | 'received';
  /** The posted data. It can contain secrets, which must be masked before the data is shown. */
  readonly data: unknown;
}

/**
 * Reports the messages between the SDK and the Connect page. It watches the messages that this window gets, and every
 * `MessageChannel` that is created in it after this call. So call it before `open`.
 *
 * The SDK's first message, the welcome, cannot be watched, because it is posted to a window of another origin. But the
 * SDK creates a channel for it, so a new channel is reported as the welcome.
 */
export function tapChannel(onMessage: (message: ChannelMessage) => void): void {
  window.addEventListener('message', ({ data }) => {
    if (Object(data).protocol === 'tax-connect') onMessage({ direction: 'received', data });
  });
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      onMessage({ direction: 'sent', data: { type: 'welcome', with: 'a port' } });
      tapPort(this.port1, onMessage);
    }
  };
}

function tapPort(port: MessagePort, onMessage: (message: ChannelMessage) => void): void {
  const send = port.postMessage.bind(port);
  port.postMessage = (data: unknown) => {
    onMessage({ direction: 'sent', data });
    send(data);
  };
  port.addEventListener('message', ({ data }) => onMessage({ direction: 'received', data }));
}
