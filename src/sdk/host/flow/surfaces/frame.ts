import { passEvents, shieldEvents } from '../../open/shield-events.ts';
import type { Surface } from './surface.ts';

/** A frame inside an element of the SDK. The element's shadow root contains the modal. */
export interface FrameSurface extends Surface {
  readonly id: string;
  readonly root: ShadowRoot & { readonly host: HTMLElement };
  /** Calls a handler for the window's events, before listeners that were added after this surface. */
  readonly passEvents: (handler: (event: Event) => void) => void;
  /** The flow that `preload` has started in this frame. It is closed together with the frame. */
  prepared?: { close(): void };
  /** Adds the element to the document, unless it is already in it. The frame then starts to load. */
  attach(): void;
  /** Starts over with a new frame. Events of the old one no longer count. */
  restart(): void;
}

interface WindowEvent {
  readonly effectiveDirective: string;
  readonly source: Window;
}

/**
 * Creates a hidden frame for the Connect page: a light child of a shadow host without a slot. The modal adds the slot
 * later, because moving the frame would reload it.
 *
 * @param isEmpty - whether there is no frame before `restart`, because the page is or will be in a popup
 */
export function createFrameSurface(address: URL, id: string, isEmpty?: boolean): FrameSurface {
  const host = createElement('div');
  // Without this mark, popovers of React Aria close when the focus moves into this element.
  host.dataset.reactAriaTopLayer = 'true';
  // Hidden until the modal is drawn: its style sheet overrides this.
  host.style = 'display:none!important';
  const root = host.attachShadow({ mode: 'open' }) as FrameSurface['root'];
  let frame: HTMLIFrameElement | undefined;
  let events: Event[] = [];
  let listener = (event: Event & Partial<WindowEvent>) => {
    // A `load` event has neither property. Messages of other senders are not kept, because a busy page gets
    // many of them.
    const about = event.effectiveDirective ?? event.source;
    const isOurs = about === undefined || about === 'frame-src' || about === frame?.contentWindow;
    if (isOurs) events.push(event);
  };
  const handleEvent = (event: Event) => listener(event);
  const restart = () => {
    events = [];
    frame?.remove();
    frame = Object.assign(createElement('iframe'), {
      sandbox:
        'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation',
      allow: 'storage-access; clipboard-write; publickey-credentials-get',
      // The page cross-checks its embedder, which Firefox hides under `no-referrer`.
      // https://github.com/whatwg/html/pull/11560
      referrerPolicy: 'origin',
      onload: handleEvent,
      src: address.href,
    });
    host.append(frame);
  };

  if (!isEmpty) restart();
  // The listeners are added before the frame loads, so that no event is missed, and after every statement that may
  // throw, so that no listener is left behind.
  addEventListener('message', handleEvent);
  addEventListener('securitypolicyviolation', handleEvent);
  const unshield = shieldEvents();
  let stopPassing = () => {};
  return {
    address,
    id,
    root,
    passEvents(handler) {
      stopPassing = passEvents(handler);
    },
    get window() {
      return frame?.contentWindow;
    },
    attach() {
      if (host.isConnected) return;
      Reflect.get(Document.prototype, 'documentElement', document).append(host);
    },
    restart,
    listen(next) {
      listener = next;
      events.forEach(next);
    },
    close() {
      this.prepared?.close();
      removeEventListener('message', handleEvent);
      removeEventListener('securitypolicyviolation', handleEvent);
      host.remove();
      // The removal of the frame gives the focus back to the window, so the events are passed until then.
      stopPassing();
      unshield();
    },
  };
}

/**
 * Markup can shadow properties of `document` (`<form name=body>`), so only safe ones are used.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export function createElement<Name extends 'a' | 'div' | 'iframe'>(
  name: Name,
): HTMLElementTagNameMap[Name] {
  return Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}
