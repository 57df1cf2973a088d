import type { Surface } from './surface.ts';

/** A frame inside an element of the SDK, into whose shadow root the modal is drawn. */
export interface FrameSurface extends Surface {
  readonly root: ShadowRoot & { readonly host: HTMLElement };
  /** Starts over with a new window, so that nothing of the old one counts any more. */
  restart(): void;
}

const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation';
const permissions = 'storage-access; clipboard-write; publickey-credentials-get';
const types = ['message', 'securitypolicyviolation'];

/** What tells apart the events of a window. */
interface WindowEvent {
  readonly effectiveDirective: string;
  readonly source: Window;
}

/**
 * Starts loading the Connect page at once, in a frame that is not shown: it is a light child of a
 * shadow host without a slot. The modal adds the slot later; moving the frame would reload it.
 *
 * @param address - full address of the Connect page
 * @param isEmpty - whether there is to be no frame before `restart`: the page is in a popup
 * @returns the surface, whose `close` must be called
 */
export function createFrameSurface(address: URL, isEmpty?: boolean): FrameSurface {
  const host = createElement('div');
  // Until the modal is there, whose own style sheet wins over this.
  host.style = 'display:none!important';
  const root = host.attachShadow({ mode: 'open' }) as FrameSurface['root'];
  let frame: HTMLIFrameElement | undefined;
  let events: Event[] = [];
  let listener = (event: Event & Partial<WindowEvent>) => {
    // A load has neither. Messages of others are not kept: a busy page sends many before the session listens.
    const about = event.effectiveDirective ?? event.source;
    const isOurs = about === undefined || about === 'frame-src' || about === frame?.contentWindow;
    if (isOurs) events.push(event);
  };
  const handleEvent = (event: Event) => listener(event);
  const restart = () => {
    events = [];
    frame?.remove();
    frame = createElement('iframe');
    frame.sandbox = sandbox;
    frame.allow = permissions;
    // The page cross-checks its embedder, which Firefox hides under `no-referrer`.
    frame.referrerPolicy = 'origin';
    frame.onload = handleEvent;
    frame.src = address.href;
    host.append(frame);
  };

  if (!isEmpty) restart();
  Reflect.get(Document.prototype, 'documentElement', document).append(host);
  // In the same task as the frame, so that nothing is missed, and last, so that a throw leaves none.
  for (const type of types) addEventListener(type, handleEvent);
  return {
    address,
    root,
    get window() {
      return frame?.contentWindow;
    },
    restart,
    listen(next) {
      listener = next;
      events.forEach(next);
    },
    close() {
      for (const type of types) removeEventListener(type, handleEvent);
      host.remove();
    },
  };
}

/**
 * Nothing is looked up on `document` by a name that markup could take over (`<form name=body>`).
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
function createElement<Name extends 'div' | 'iframe'>(name: Name): HTMLElementTagNameMap[Name] {
  return Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}
