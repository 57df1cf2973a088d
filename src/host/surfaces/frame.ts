import type { Surface } from './surface.ts';

/** A frame inside an element of our own, into whose shadow root the modal is drawn. */
export interface FrameSurface extends Surface {
  readonly kind: 'frame';
  readonly root: ShadowRoot;
}

const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation';
const windowEvents = ['message', 'securitypolicyviolation'];
const permissions =
  'publickey-credentials-get; publickey-credentials-create; otp-credentials; clipboard-write; storage-access';

/**
 * Starts loading the Connect page at once, in a frame that is not shown: it is a light child of a
 * shadow host without a slot. The modal adds the slot later; moving the frame would reload it.
 *
 * Nothing is looked up on `document` by a name that markup could take over (`<form name=body>`).
 *
 * @param address - full address of the Connect page
 * @returns the surface, whose `close` must be called
 */
export function createFrameSurface(address: URL): FrameSurface {
  const host = createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  let frame: HTMLIFrameElement;
  let events: Event[] = [];
  let listener = (event: Event) => {
    // The page repeats itself while nobody listens yet: no need to keep more than it says.
    if (events.length < 99) events.push(event);
  };
  const handleEvent = (event: Event) => listener(event);
  const start = () => {
    events = [];
    frame?.remove();
    frame = createElement('iframe');
    frame.setAttribute('sandbox', sandbox);
    frame.allow = permissions;
    // The page cross-checks its embedder, which Firefox hides under `no-referrer`.
    frame.referrerPolicy = 'origin';
    frame.onload = handleEvent;
    frame.src = address.href;
    host.append(frame);
  };

  for (const type of windowEvents) addEventListener(type, handleEvent);
  start();
  Reflect.get(Document.prototype, 'documentElement', document).append(host);

  return {
    kind: 'frame',
    address,
    root,
    get window() {
      return frame.contentWindow;
    },
    restart: start,
    listen(next) {
      listener = next;
      events.forEach(next);
    },
    close() {
      for (const type of windowEvents) removeEventListener(type, handleEvent);
      host.remove();
    },
  };
}

function createElement<Name extends 'div' | 'iframe'>(name: Name): HTMLElementTagNameMap[Name] {
  return Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}
