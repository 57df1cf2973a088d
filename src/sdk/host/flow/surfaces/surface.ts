/** Shows the Connect page. It collects events without checking them; its listener checks them. */
export interface Surface {
  /** Full address of the Connect page. */
  readonly address: URL;
  /** The window with the page; null after it was closed. Null or undefined if it never existed. */
  readonly window: Window | null | undefined;
  /** Sets the listener, which first gets the events so far. */
  listen(listener: (event: Event) => void): void;
  /** Removes the surface and its listeners. Idempotent. */
  close(): void;
}
