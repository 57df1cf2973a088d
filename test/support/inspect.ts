/**
 * Functions that inspect pages from within. Each is sent to the browser as text, so it may use only its own
 * parameters and the page's globals.
 */
import type { Frame, Locator, Page } from 'playwright-core';
import { measureContrast } from './contrast.ts';

/** A control and its current layout. */
export interface SeenControl {
  /** Its accessible name, as far as tests need it. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** True when its whole box is visible after scrolling to it, and a click in its middle reaches it. */
  readonly isReachable: boolean;
  /** Width of its border, the only mark of a button in forced colours. */
  readonly edge: number;
  /** True when a border or a different colour makes it look like a button. */
  readonly hasGround: boolean;
  readonly fontSize: number;
  readonly kind: string;
}

const anyControl = 'button, input, select, textarea, a[href], summary, [role=option]';

/** Scrolls to each control in turn, also in open shadow roots. In an open modal: only to its own. */
export function lookAtControls(
  frame: Page | Frame,
  wanted: string = anyControl,
): Promise<SeenControl[]> {
  return frame.evaluate((selector) => {
    const roots: (Document | ShadowRoot)[] = [];
    const collect = (root: Document | ShadowRoot) => {
      roots.push(root);
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) collect(element.shadowRoot);
      }
    };
    collect(document);
    const dialog = roots.map((root) => root.querySelector('dialog[open]')).find(Boolean);
    const controls = roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
      .filter((control) => !dialog || dialog.contains(control))
      .filter((control) => !control.closest('[inert], [hidden]') && control.checkVisibility());
    const findRoom = (control: HTMLElement): number => {
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { overflowY } = getComputedStyle(box);
        if (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight) {
          return box.clientHeight;
        }
      }
      return innerHeight;
    };
    // A long list of equal options is inspected only at its beginning and its end.
    const looked =
      controls.length > 60 ? [...controls.slice(0, 30), ...controls.slice(-5)] : controls;
    return looked.map((control) => {
      control.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { left, top, width, height, right, bottom } = control.getBoundingClientRect();
      // The cells of a code clip the field in them, which is longer.
      const clip = control.closest('.field__box:has(> .cells)')?.getBoundingClientRect();
      const style = getComputedStyle(control);
      // Other controls lie above the middle of a control that covers its row, but not at its end.
      const [x, y] =
        style.position === 'absolute' && control.closest('tr')
          ? [right - 12, top + 12]
          : [left + width / 2, top + height / 2];
      const hit = (control.getRootNode() as ShadowRoot).elementFromPoint(x, y);
      const isWithin =
        left >= -1 &&
        Math.min(right, clip?.right ?? right) <= document.documentElement.clientWidth + 1 &&
        top >= -1 &&
        bottom <= innerHeight + 1;
      return {
        name: (control.getAttribute('aria-label') ?? control.textContent ?? '').trim(),
        width,
        height,
        // An element that is taller than its scroll box is read in parts, so only its middle is tested.
        isReachable:
          (isWithin || height > findRoom(control)) &&
          !!hit &&
          (control.contains(hit) || hit.contains(control)),
        edge: Number.parseFloat(style.borderBlockStartWidth),
        hasGround:
          Number.parseFloat(style.borderBlockStartWidth) > 0 ||
          !/, 0\)$|\/ 0\)$|^transparent$/.test(style.backgroundColor),
        fontSize: Number.parseFloat(style.fontSize),
        kind: control.getAttribute('role') ?? control.localName,
      };
    });
  }, wanted);
}

/** Computed styles that a person sees; colours as their pixels, because a style may derive them. */
export function readStyle(
  locator: Locator,
  ...names: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  return locator.first().evaluate((element, properties) => {
    const style = getComputedStyle(element);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const paint = (colour: string) => {
      if (!canvas) throw new Error('There is no canvas.');
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].join(' ');
    };
    const values = properties.map((name) => [name, style.getPropertyValue(name)] as const);
    return Object.fromEntries(
      values.map(([name, value]) => [name, name.endsWith('color') ? paint(value) : value]),
    );
  }, names);
}

/** The contrast of an element's text, or another of its colours, to its own ground. */
export async function readContrast(locator: Locator, ink = 'color'): Promise<number> {
  const colors = await readStyle(locator, ink, 'background-color');
  const [text = [], ground = []] = Object.values(colors).map((color) =>
    color.split(' ').map(Number),
  );
  return measureContrast(text, ground);
}

/**
 * Focuses each control in turn, also in open shadow roots. A browser draws the ring, because no mouse was used.
 *
 * @returns the controls without a ring that is whole, 2 pixels wide and stands out, and focused texts with a ring
 */
export async function findUnlit(frame: Page | Frame): Promise<string[]> {
  const seen = await frame.evaluate((selector) => {
    const listElements = (root: Document | ShadowRoot): HTMLElement[] =>
      [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) =>
        element.shadowRoot ? [element, ...listElements(element.shadowRoot)] : [element],
      );
    const elements = listElements(document);
    const dialog = elements.find((element) => element.matches('dialog[open]'));
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const paint = (colour: string): number[] => {
      if (!canvas) throw new Error('There is no canvas.');
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const listAbove = ({ parentElement: above }: Element): Element[] =>
      above ? [above, ...listAbove(above)] : [];
    const readRing = (box: Element) => {
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(box);
      const width = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      const reach = width + Number.parseFloat(outlineOffset);
      const { left, right } = box.getBoundingClientRect();
      const above = listAbove(box);
      const isCut = above.some((one) => {
        const sides = one.getBoundingClientRect();
        const isClipping = getComputedStyle(one).overflowX !== 'visible';
        return isClipping && (left - reach < sides.left - 1 || right + reach > sides.right + 1);
      });
      const grounds = above.map((one) => getComputedStyle(one).backgroundColor);
      const ground = grounds.find((one) => paint(one)[3] !== 0) ?? '#fff';
      return { width: isCut ? 0 : width, colors: [outlineColor, ground].map(paint) };
    };
    const isSeen = (element: HTMLElement) =>
      element.checkVisibility() &&
      !element.closest('[inert]') &&
      (dialog?.contains(element) ?? true);
    // Scripts focus headings and notes for screen readers.
    const isText = (element: Element) => element.matches('[tabindex="-1"]');
    const wanted = elements.filter((element) => isText(element) || element.matches(selector));
    return wanted.filter(isSeen).flatMap((element) => {
      element.focus();
      // The option that a key has selected has a ring, too, unless it is the only one.
      if (!element.matches(':focus, [aria-selected="true"]:not([aria-setsize="1"])')) return [];
      // A field shows the focus on the box around it, and the field of a code in its cells.
      const { parentElement: box } = element;
      const near = isText(element) || !box ? [] : [box, ...box.querySelectorAll('i')];
      return [
        {
          name: (element.getAttribute('aria-label') ?? element.textContent).trim() || element.id,
          isText: isText(element),
          rings: [element, ...near].map(readRing),
        },
      ];
    });
  }, anyControl);
  return seen
    .filter(({ isText, rings }) => {
      const isLit = rings.some(
        ({ width, colors: [ring = [], ground = []] }) =>
          width >= 2 && measureContrast(ring, ground) >= 3,
      );
      return isLit === isText;
    })
    .map(({ name, isText }) => `${name} ${isText ? 'has a ring' : 'does not show the focus'}`);
}

/** @returns documents and dialogs that scroll sideways, and boxes, but for scrollers, that clip text */
export function findClipped(frame: Page | Frame, scrollers = ':not(*)'): Promise<string[]> {
  return frame.evaluate((except) => {
    const listElements = (root: Document | ShadowRoot): HTMLElement[] =>
      [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) =>
        element.shadowRoot ? [element, ...listElements(element.shadowRoot)] : [element],
      );
    const isSeen = (element: HTMLElement) => {
      const { clip, clipPath } = getComputedStyle(element);
      // Visually hidden texts are clipped on purpose.
      const isHeard = clip !== 'auto' || clipPath !== 'none';
      return !isHeard && element.checkVisibility({ visibilityProperty: true });
    };
    const isBox = (element: HTMLElement) =>
      element === document.documentElement ||
      // A portion of the options, which cuts off what does not fit into it.
      element.matches('[role="none"]') ||
      (getComputedStyle(element).overflowX !== 'visible' &&
        !element.matches(`input, select, ${except}`));
    return listElements(document)
      .filter((element) => !element.closest('svg') && isSeen(element) && isBox(element))
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ localName, className, scrollWidth, clientWidth, textContent }) => {
        const text = textContent.trim().slice(0, 40);
        return `${localName}.${className}: ${scrollWidth} in ${clientWidth} px: ${text}`;
      });
  }, scrollers);
}

/** Decodes a picture in a page. @returns its width, and the bytes of each pixel's colour */
export async function readPixels(page: Page, png: Buffer) {
  const { width, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const image = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, data: [...(image?.data ?? [])] };
  }, png.toString('base64'));
  const count = data.length / 4;
  const pixels = Array.from({ length: count }, (_, index) => data.slice(4 * index, 4 * index + 3));
  return { width, pixels };
}

/** Runs in a page: finds words that begin on one line and end on another. `letters` is the pattern of a word. */
export function findBrokenWords(elements: readonly Element[], letters: string): string[] {
  const range = document.createRange();
  const texts: Node[] = [];
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
  }
  return texts.flatMap((text) =>
    [...(text.nodeValue ?? '').matchAll(new RegExp(letters, 'g'))].flatMap(({ 0: word, index }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      return lines.size > 1 ? [word] : [];
    }),
  );
}

/** Runs in a page: applies the spacing that a user's style sheet may set, in shadow roots, too. */
export function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  );
  document.adoptedStyleSheets.push(sheet);
  for (const element of document.querySelectorAll('*')) {
    element.shadowRoot?.adoptedStyleSheets.push(sheet);
  }
}

/** @returns name of the focused element, also in a shadow root or, after `page: `, in a frame */
export async function readFocus(page: Page): Promise<string> {
  const top = await describeFocus(page);
  if (top !== 'iframe') return top;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const [first] = frames;
  return first ? `page: ${await describeFocus(first)}` : top;
}

function describeFocus(frame: Page | Frame): Promise<string> {
  return frame.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (!active || active === document.body) return 'body';
    if (active.localName === 'iframe') return 'iframe';
    const labels = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : undefined;
    const own = active.matches('button, a, h1, h2, h3') ? active.textContent : undefined;
    return (active.getAttribute('aria-label') ?? labels ?? own ?? active.localName).trim();
  });
}

/** @returns the focused element after each press of `Tab` or `Shift+Tab` */
export async function press(page: Page, key: string, count: number): Promise<string[]> {
  const trail: string[] = [];
  let before = await readFocus(page);
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press(key);
    before = await readMovedFocus(page, before);
    trail.push(before);
  }
  return trail;
}

/** Waits up to half a second, because moving the focus between processes takes a moment. */
async function readMovedFocus(page: Page, before: string): Promise<string> {
  const deadline = Date.now() + 500;
  let last = before;
  for (;;) {
    const focus = await readFocus(page);
    if (focus === last && (focus !== before || Date.now() > deadline)) return focus;
    last = focus;
  }
}
