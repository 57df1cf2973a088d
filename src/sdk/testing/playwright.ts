/* The part of Playwright's `Page`, `Frame` and `Locator` that the driver uses. The types are structural, so that
   the driver works with any recent `playwright`, `playwright-core` or `@playwright/test`, and depends on none of
   them. */

/** How long an action waits for its control, in milliseconds. */
interface Patience {
  readonly timeout?: number;
}

/** An element, which may have been removed. */
export interface DrivenElement {
  isVisible(): Promise<boolean>;
  getAttribute(name: string): Promise<string | null>;
}

/** Finds a control of the page: the part of Playwright's `Locator` that `driveConnect` uses. */
export interface DrivenLocator {
  click(options?: Patience): Promise<void>;
  fill(text: string, options?: Patience): Promise<void>;
  press(key: string, options?: Patience): Promise<void>;
  hover(options?: Patience): Promise<void>;
  isVisible(): Promise<boolean>;
  getAttribute(name: string, options?: Patience): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  elementHandles(): Promise<DrivenElement[]>;
  first(): DrivenLocator;
}

/** A document that is searched for controls. */
export interface DrivenScope {
  getByRole(
    role: 'alert' | 'button' | 'dialog' | 'heading' | 'option',
    options?: { name?: string | RegExp; exact?: boolean },
  ): DrivenLocator;
  locator(selector: string): DrivenLocator;
  getByLabel(text: string | RegExp): DrivenLocator;
}

/** A page of Playwright. */
export interface DrivenPage extends DrivenScope {
  frames(): DrivenScope[];
  isClosed(): boolean;
  context(): { pages(): DrivenPage[] };
  readonly mouse: { move(x: number, y: number): Promise<void> };
}
