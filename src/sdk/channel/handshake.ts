/**
 * The handshake between a host and the Connect page it shows.
 *
 * Requirements
 *
 * 1. The page cannot know which page embeds it, so its first message carries no data and is sent to `*`.
 * 2. The host must send only to the window it opened, and only while that window shows the Connect origin.
 *    A document that replaces the page must get nothing.
 * 3. No other listener, frame, popup or extension on either side may hold a port of the session. Every
 *    listener of a window gets the port in a message to that window. Hence the host creates the channel and
 *    sends a port to the page, never the reverse.
 * 4. A page that loads slowly, or a host that is not listening yet, must not lose the session.
 * 5. A page that navigates inside its surface must find its session again.
 * 6. A hello that is still on its way when the host answers an earlier one must not cost the page its port.
 *
 * Steps
 *
 * 1. page → parent or opener: hello, every 250 ms, at most 60 times, until the welcome arrives.
 * 2. host → page: welcome with a new port, target = the Connect origin. Every hello is answered.
 * 3. The page keeps the first welcome of its parent or opener and closes every other port.
 * 4. The host keeps every port that it sent until a message arrives on one of them. That one is the
 *    session's port, and the ports before it are closed. (See 6: an unused port stays silent.)
 * 5. page → host on the port: `ready`, once the service has bound the flow.
 * 6. page → host, to check that the host still waits: hello again. The answer proves it; the page closes
 *    the port in it.
 */
export {
  type HostClue,
  type HostPresence,
  type PageHandshake,
  sayHello,
  type Welcomed,
} from './page-handshake.ts';
