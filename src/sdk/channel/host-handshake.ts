import { type HostMessage, type PageMessage, protocolVersion } from '../protocol/messages.ts';
import { parseHello, parsePageMessage } from '../protocol/parse-message.ts';
import type { WelcomeMessage } from '../protocol/welcome.ts';
import { type Listener, linkPort, type PortLink } from './port.ts';

interface PagePlace {
  /** The page's address. A document of any other origin does not get the welcome. */
  readonly address: URL;
  readonly window: Window | null | undefined;
}

/** Performs the host's side of the handshake in page-handshake.ts. The listener hears all pages that were welcomed. */
export function createHostHandshake(
  place: PagePlace,
  welcome: WelcomeMessage,
  listener: Listener<PageMessage>,
) {
  // A link for each port that was sent to a page, oldest first. The page may not use those without a message.
  let links: PortLink<HostMessage>[] = [];
  let current: PortLink<HostMessage> | undefined;
  let isClosed = false;
  const { origin } = place.address;

  const linkPage = (port: MessagePort) => {
    const link: PortLink<HostMessage> = linkPort(port, parsePageMessage, {
      onMessage(message) {
        const isFirst = link !== current;
        if (isFirst) {
          // This is the page's first message. From now on, the session uses this page and closes the older ports.
          current = link;
          for (const older of links.splice(0, links.indexOf(link))) older.close();
        }
        listener.onMessage(message, isFirst);
      },
      onFailure: listener.onFailure,
    });
    return link;
  };

  const sendWelcome = (window: Window) => {
    const { port1, port2 } = new MessageChannel();
    links.push(linkPage(port1));
    window.postMessage(welcome, origin, [port2]);
  };

  return {
    handleMessage(event: MessageEvent): void {
      const { window } = place;
      // `dispatchEvent` can forge the origin and the source of an event, but not `isTrusted`.
      const isOurs = event.isTrusted && event.source === window && event.origin === origin;
      if (!window || !isOurs) return;
      // The Connect page never sends a port to a window, so each port in the message is closed.
      for (const port of event.ports) port.close();
      const hello = isClosed ? undefined : parseHello(event.data);
      if (hello?.version === protocolVersion) {
        sendWelcome(window);
        listener.onHello?.();
      } else if (hello) listener.onFailure('unsupported_version');
    },
    welcome: sendWelcome,
    send: (message: HostMessage) => current?.send(message),
    /** Sends `close` to every page that was welcomed, silent or not, and closes the ports. Idempotent. */
    close(): void {
      isClosed = true;
      for (const link of links) {
        link.send({ type: 'close' });
        link.close();
      }
      links = [];
    },
  };
}
