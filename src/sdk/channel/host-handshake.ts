import type { HostMessage, PageMessage, WelcomeMessage } from '../protocol/messages.ts';
import { parsePageMessage } from '../protocol/parse-message.ts';
import type { Listener } from './listener.ts';
import { linkPort, type PortLink } from './port.ts';

/** The host's side of the handshake, for one flow. */
export interface HostHandshake {
  /**
   * Answers a hello with a new channel.
   *
   * @param source - the window that sent hello; the caller has checked that it is the surface's window
   */
  answerHello(source: Window): void;
  /** Sends to the page that sent the last first message, and to no other page. */
  send(message: HostMessage): void;
  /** Sends `close` to every welcomed page, silent or not, and closes the ports. Idempotent. */
  close(): void;
}

/**
 * Performs steps 2 and 4 of the handshake (see handshake.ts).
 *
 * @param origin - the Connect origin; a document of any other origin does not get the welcome
 * @param welcome - the data for each page
 * @param listener - receives the messages of the pages
 * @returns the host's side
 */
export function createHostHandshake(
  origin: string,
  welcome: WelcomeMessage,
  listener: Listener<PageMessage>,
): HostHandshake {
  // The ports that were sent, oldest first. A silent one may be unused.
  let links: PortLink<HostMessage>[] = [];
  let speaking: PortLink<HostMessage> | undefined;

  const linkPage = (port: MessagePort) => {
    const link: PortLink<HostMessage> = linkPort(port, parsePageMessage, {
      onMessage(message) {
        const isFirst = link !== speaking;
        if (isFirst) {
          // From now on the session uses this page.
          speaking = link;
          for (const older of links.splice(0, links.indexOf(link))) older.close();
        }
        listener.onMessage(message, isFirst);
      },
      onFailure: listener.onFailure,
    });
    return link;
  };

  return {
    answerHello(source) {
      const { port1, port2 } = new MessageChannel();
      links.push(linkPage(port1));
      source.postMessage(welcome, origin, [port2]);
    },
    send: (message) => speaking?.send(message),
    close() {
      for (const link of links) {
        link.send({ type: 'close' });
        link.close();
      }
      links = [];
    },
  };
}
