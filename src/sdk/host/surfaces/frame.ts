import type { Surface } from './surface.ts';

/** A frame inside an element of the SDK, into whose shadow root the modal is drawn. */
export interface FrameSurface extends Surface {
  /** Reference of the session that it is for. */
  readonly id: string;
  readonly root: ShadowRoot & { readonly host: HTMLElement };
  /** What `preload` has started in it; closed together with it. */
  prepared?: { close(): void };
  /** Starts over with a new frame, so that events of the old one no longer count. */
  restart(): void;
}

const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation';
const permissions = 'storage-access; clipboard-write; publickey-credentials-get';
const types = ['message', 'securitypolicyviolation'];

/** The properties by which the events are told apart. */
interface WindowEvent {
  readonly effectiveDirective: string;
  readonly source: Window;
}

/**
 * Starts loading the Connect page at once, in a frame that is not shown: it is a light child of a
 * shadow host without a slot. The modal adds the slot later; moving the frame would reload it.
 *
 * @param address - full address of the Connect page
 * @param id - reference of the session that it is for
 * @param isEmpty - whether there is to be no frame before `restart`: the page is in a popup
 * @returns the surface, whose `close` must be called
 */
export function createFrameSurface(address: URL, id: string, isEmpty?: boolean): FrameSurface {
  const host = createElement('div');
  // Until the modal is drawn: its style sheet overrides this.
  host.style = 'display:none!important';
  const root = host.attachShadow({ mode: 'open' }) as FrameSurface['root'];
  let frame: HTMLIFrameElement | undefined;
  let events: Event[] = [];
  let listener = (event: Event & Partial<WindowEvent>) => {
    // A `load` event has neither. Messages of other senders are not kept: a busy page gets many of them.
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
    // https://github.com/whatwg/html/pull/11560
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
    id,
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
      this.prepared?.close();
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
