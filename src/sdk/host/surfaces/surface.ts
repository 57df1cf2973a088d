/** What shows the Connect page. It collects events and checks none: its listener does that. */
export interface Surface {
  /** Full address of the Connect page. */
  readonly address: URL;
  /** The window that shows it; null once it is gone, or, like undefined, when there never was one. */
  readonly window: Window | null | undefined;
  /** Takes over what happens from now on; what happened before is told again first. */
  listen(listener: (event: Event) => void): void;
  /** Removes everything. Idempotent. */
  close(): void;
}
