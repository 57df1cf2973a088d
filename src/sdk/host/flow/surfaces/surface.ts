/** A frame or a popup that shows the Connect page. It passes on the window's events. Its listener checks them. */
export interface Surface {
  readonly address: URL;
  /** The window that shows the page; null after it was closed. Null or undefined if there never was a window. */
  readonly window: Window | null | undefined;
  /** Sets the listener. It gets the events that the surface has kept so far, and then all later events. */
  listen(listener: (event: Event) => void): void;
  /** Removes the surface and its listeners. Idempotent. */
  close(): void;
}
