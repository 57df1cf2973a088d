import { passEvents, shieldEvents } from '../../open/shield-events.ts';
import type { Surface } from './surface.ts';

export interface FrameSurface extends Surface {
  readonly id: string;
  readonly root: ShadowRoot & { readonly host: HTMLElement };
  /** Calls a handler for the user's events at `window`, before listeners that the page added after this surface. */
  readonly passEvents: (handler: (event: Event) => void) => void;
  /** The flow that `preload` has started in this frame. It is closed together with the frame. */
  prepared?: { close(): void };
  attach(): void;
  /** Replaces the frame by a new one, which loads the page again. Events of the old frame are dropped. */
  restart(): void;
}

interface WindowEvent {
  readonly effectiveDirective: string;
  readonly source: Window;
}

/**
 * Creates the SDK's element. Its frame, outside the shadow root, is hidden until the modal adds a slot, and is never
 * moved, because it would load again. If `isEmpty`, for a page in a popup, there is no frame until `restart`.
 */
export function createFrameSurface(address: URL, id: string, isEmpty?: boolean): FrameSurface {
  const host = createElement('div');
  // Without this mark, popovers of React Aria close when the focus moves into this element.
  host.dataset.reactAriaTopLayer = '';
  // The element is hidden until the modal's style sheet overrides this style.
  host.style = 'display:none!important';
  const root = host.attachShadow({ mode: 'open' }) as FrameSurface['root'];
  let frame: HTMLIFrameElement | undefined;
  let events: Event[] = [];
  let listener = (event: Event & Partial<WindowEvent>) => {
    // Until `listen` is called, only events of the frame are kept. A `load` event has neither property.
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
      // The page checks that its embedder sent the welcome. Under `no-referrer`, Firefox hides the embedder from it.
      // https://github.com/whatwg/html/pull/11560
      referrerPolicy: 'origin',
      onload: handleEvent,
      src: address.href,
    });
    host.append(frame);
  };

  if (!isEmpty) restart();
  // Added before the frame loads, so that no event is missed, and after every statement that may throw. Everywhere,
  // `globalThis` is named, because wrappers of this function may need `this`: getsentry/sentry-javascript#2074.
  globalThis.addEventListener('message', handleEvent);
  globalThis.addEventListener('securitypolicyviolation', handleEvent);
  const unshield = shieldEvents();
  let stopPassing: (() => void) | undefined;
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
      readDocument('documentElement').append(host);
    },
    restart,
    listen(next) {
      listener = next;
      events.forEach(next);
    },
    close() {
      this.prepared?.close();
      globalThis.removeEventListener('message', handleEvent);
      globalThis.removeEventListener('securitypolicyviolation', handleEvent);
      host.remove();
      // Removing the frame gives the focus back to the window. So the events are passed to the handler until then.
      stopPassing?.();
      unshield();
    },
  };
}

/** As in `page-document.ts`. The build would add a file for a module that the entry and the modal's code share. */
export const readDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(HTMLDocument.prototype, name, document);

export const createElement = <Name extends 'a' | 'div' | 'iframe'>(name: Name) =>
  readDocument('createElement').call(document, name) as HTMLElementTagNameMap[Name];
