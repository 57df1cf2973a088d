/** A message between host and Connect page. */
export interface ChannelMessage {
  /** The direction, as seen from the host. */
  readonly direction: 'sent' | 'received';
  /** The posted data. Hide its secrets before you show it. */
  readonly data: unknown;
}

/**
 * Watches the SDK's messages to the Connect page, as any page could: the channels that are created in this window
 * from now on, and the messages that reach it. Call it before `open`.
 *
 * The welcome goes to a window of another origin, whose `postMessage` cannot be watched. It carries a port, so a new
 * channel is reported as the welcome.
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
