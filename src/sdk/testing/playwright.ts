/* Parts of Playwright's types, repeated so that pages of any recent Playwright package fit, and the SDK needs none. */

/** The time that an action waits for its control, in milliseconds. */
interface Patience {
  readonly timeout?: number;
}

/** Playwright's `ElementHandle`: one element, even after it was removed from its document. */
export interface DrivenElement {
  isVisible(): Promise<boolean>;
  getAttribute(name: string): Promise<string | null>;
}

/** Playwright's `Locator`: finds an element again at each call of its methods. */
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

/** The methods that Playwright's `Page` and `Frame` share. They search a document for elements. */
export interface DrivenScope {
  getByRole(
    role: 'alert' | 'button' | 'dialog' | 'heading' | 'option',
    options?: { name?: string | RegExp; exact?: boolean },
  ): DrivenLocator;
  locator(selector: string): DrivenLocator;
  getByLabel(text: string | RegExp): DrivenLocator;
}

export interface DrivenPage extends DrivenScope {
  frames(): DrivenScope[];
  isClosed(): boolean;
  context(): { pages(): DrivenPage[] };
  readonly mouse: { move(x: number, y: number): Promise<void> };
}
