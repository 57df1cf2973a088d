import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of waiting requests of a connection. Browsers and proxies send the next request after the
 * answer.
 */
const maxWaiting = 32;

/** A request that waits for the answers to earlier ones. */
type Turn = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Answers one request of each connection at a time. Node parses and starts every request that has arrived. The
 * answers for a client that sends many requests and reads nothing would wait in memory. A connection with too many
 * waiting requests is closed, and the client may send them again.
 *
 * @param listener - answers a request
 * @returns a listener that keeps the order of the requests
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export function answerInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Turn[]>();

  function answer(...[request, response]: Turn): void {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next && !socket.destroyed) answer(...next);
      else waiting.delete(socket);
    });
    listener(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    // Node continues with requests that it has already read, even after the connection was closed.
    if (socket.destroyed) return;
    const turns = waiting.get(socket);
    if (!turns) {
      waiting.set(socket, []);
      answer(request, response);
    } else if (turns.length < maxWaiting) {
      turns.push([request, response]);
    } else {
      waiting.delete(socket);
      socket.destroy();
    }
  };
}
