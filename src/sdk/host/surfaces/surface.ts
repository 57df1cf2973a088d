/** Shows the Connect page. It collects events without checking them; its listener checks. */
export interface Surface {
  /** Full address of the Connect page. */
  readonly address: URL;
  /** The window that shows it; null after it was closed. Null or undefined if there never was one. */
  readonly window: Window | null | undefined;
  /** Sets the listener, which first gets the events so far. */
  listen(listener: (event: Event) => void): void;
  /** Removes the surface and its listeners. Idempotent. */
  close(): void;
}
