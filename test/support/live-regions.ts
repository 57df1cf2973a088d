/** Defined in the page by the test. */
type Announce = (line: string) => void;

/**
 * Runs in every document before its own scripts: reports each new text of a live region to the test. A
 * status element that is added together with its text is not announced by every screen reader, so it does
 * not count; an alert does. Self-contained, because it is sent to the browser as text.
 */
export function installLiveRegionRecorder(): void {
  const announce: Announce = (line) => Reflect.get(window, '__announce')(line);
  const said = new WeakMap<Element, string>();
  const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';

  const read = (region: Element) => (region.textContent ?? '').replace(/\s+/g, ' ').trim();
  const say = (region: Element) => {
    const text = read(region);
    const isSilent =
      region.closest('[inert], [hidden]') !== null ||
      !region.checkVisibility({ visibilityProperty: true });
    if (text === said.get(region) || isSilent) return;
    said.set(region, text);
    const isAlert = region.matches('[role=alert], [aria-live=assertive]');
    if (text !== '') announce(`${isAlert ? 'alert' : 'status'}: ${text}`);
  };

  const noteNew = (node: Node, found: Set<Element>) => {
    if (!(node instanceof Element)) return;
    const added = [node, ...node.querySelectorAll(regions)];
    for (const region of added.filter((element) => element.matches(regions))) {
      if (region.matches('[role=alert]')) found.add(region);
      // The initial text of a new status is not news.
      else said.set(region, read(region));
    }
  };
  const collect = ({ target, addedNodes }: MutationRecord, found: Set<Element>) => {
    const element = target instanceof Element ? target : target.parentElement;
    const around = element?.closest(regions);
    if (around) found.add(around);
    for (const node of addedNodes) noteNew(node, found);
  };
  const handle = (mutations: readonly MutationRecord[]) => {
    const found = new Set<Element>();
    for (const mutation of mutations) collect(mutation, found);
    for (const region of found) if (region.isConnected) say(region);
  };

  const watch = (root: Node) =>
    new MutationObserver(handle).observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  watch(document);
  // Some are visible for a moment only.
  const handleFocus = (event: Event) => {
    const [target] = event.composedPath();
    if (target instanceof HTMLHeadingElement) announce(`focus: heading “${read(target)}”`);
  };
  // Before any other listener, because the modal hides its events from the page.
  addEventListener('focusin', handleFocus, true);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };
}
