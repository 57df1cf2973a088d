/** What shows the Connect page. It collects events and checks none: its listener does that. */
export interface Surface {
  /** Full address of the Connect page. */
  readonly address: URL;
  /** The window that shows it; null once it is gone, or, like undefined, when there never was one. */
  readonly window: Window | null | undefined;
  /** Sets the listener. It first gets the events that were collected before. */
  listen(listener: (event: Event) => void): void;
  /** Removes everything. Idempotent. */
  close(): void;
}
