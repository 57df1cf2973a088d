/** A message between host and Connect page. */
export interface ChannelMessage {
  /** Seen from the host. */
  readonly direction: 'sent' | 'received';
  /** As it was posted: not to be shown before its secrets are hidden. */
  readonly data: unknown;
}

/**
 * Watches what the SDK says to the Connect page, by means that every page has: the channels that are made
 * in this window from now on, and the messages that reach it. To be called before `open`.
 *
 * The welcome goes to a window of another origin, whose `postMessage` cannot be watched. It takes a port
 * along, so a new channel stands for it.
 *
 * @param onMessage - told of each message
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
