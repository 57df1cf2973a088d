import type { Target } from './driver.ts';

/** The state of an element before an action. */
export interface Sighting {
  /** Its position and the size of the window. When two looks agree, it is not moving … */
  readonly place: string;
  /** … unless it or an ancestor is being animated. */
  readonly isMoving: boolean;
  readonly text: string;
}

/**
 * Runs in a page, as text. Finds an element as a person would, including open shadow roots.
 *
 * @param target - role and name
 * @returns the first visible and enabled element of that role and name
 */
export function findElement({ role, name }: Target): Element | undefined {
  const selectors: Readonly<Record<Target['role'], string>> = {
    alertdialog: '[role=alertdialog]',
    button: 'button,[role=button]',
    heading: 'h1,h2,h3',
    link: 'a[href]',
    option: '[role=option]',
    'selected option': '[role=option][aria-selected=true]',
    text: 'h1,h2,h3,p,pre,output',
    textbox: 'input:not([type=hidden])',
  };
  const listElements = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...listElements(element.shadowRoot)] : [element],
    );
  const readText = (node: Node): string => {
    if (node instanceof Element && node.ariaHidden === 'true') return '';
    return node instanceof Text ? node.data : [...node.childNodes].map(readText).join('');
  };
  const readName = (element: Element): string => {
    const root = element.getRootNode();
    const id = element.getAttribute('aria-labelledby');
    const named = id !== null && root instanceof ShadowRoot ? root.getElementById(id) : null;
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : named;
    return (element.ariaLabel ?? readText(label ?? element)).replace(/\s+/g, ' ').trim();
  };
  const isUsable = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    // Arrow keys also reach unavailable options.
    (role === 'selected option' ||
      element.closest('[inert],[aria-disabled=true],:disabled') === null);
  return listElements(document).find(
    (element) =>
      element.matches(selectors[role]) &&
      `${readName(element)} `.startsWith(name === '' ? '' : `${name} `) &&
      isUsable(element),
  );
}

/**
 * Runs in a page, as text.
 *
 * @param element - from `findElement`
 * @returns whether it has the focus
 */
export function isFocused(element: Element | undefined): boolean {
  const root = element?.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot
    ? root.activeElement === element && document.hasFocus()
    : false;
}

/**
 * Runs in a page, as text.
 *
 * @param element - from `findElement`
 * @returns its state, or null when it does not exist
 */
export function describeElement(element: Element | undefined): Sighting | null {
  if (!element) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  const text = element instanceof HTMLInputElement ? element.value : (element.textContent ?? '');
  const around: Element[] = [];
  for (let node: Node | null = element; node; ) {
    if (node instanceof Element) around.push(node);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return {
    place: [x, y, width, height, innerWidth, innerHeight].join(),
    isMoving: around.some((each) =>
      each.getAnimations().some((one) => one.playState === 'running'),
    ),
    text,
  };
}
