import { type Drawing, Fragment, type JSX, jsx } from './jsx-runtime.ts';
import { readDocument } from './page-document.ts';

type Inside = readonly (Drawing | undefined)[];

const drawn = new WeakMap<ShadowRoot, Inside>();

/**
 * Draws into a shadow root, or changes what was drawn before into it: an element stays where it has the
 * same type, and the same key or else the same place; one that is the same object is not looked into.
 *
 * @param node - what to draw; null takes everything away
 * @param root - where
 */
export function render(node: JSX.Element | null, root: ShadowRoot): void {
  const inside = list(node);
  drawInside(root, drawn.get(root) ?? [], inside);
  drawn.set(root, inside);
}

/** What is not there keeps its place, so that what follows stays the same. */
function list(child: unknown, into: (Drawing | undefined)[] = []): Inside {
  if (Array.isArray(child)) {
    for (const one of child) list(one, into);
  } else if (child === undefined || child === null || child === false || child === '') {
    into.push(undefined);
  } else if (typeof child === 'object' && !Object.getPrototypeOf(child)) {
    // Only a drawing of our own has no prototype; everything else is text.
    const drawing = child as Drawing;
    if (drawing.type === Fragment) list(drawing.props.children, into);
    else into.push(drawing);
  } else list(jsx('#text', { data: `${child}` }), into);
  return into;
}

function drawInside(parent: ParentNode & Node, before: Inside, after: Inside): void {
  let start = 0;
  while (start < after.length && after[start] === before[start]) start++;
  const left = new Set(before.slice(start));
  const places = new Map(before.slice(start).map((old, index) => [old?.key ?? index, old]));
  const changed = after.slice(start);
  changed.forEach((next, index) => {
    if (!next) return;
    const old = left.has(next) ? next : places.get(next.key ?? index);
    draw(old?.type === next.type && left.delete(old) ? old : undefined, next);
  });
  for (const old of left) old?.node?.remove();
  // From the end, so that only what is new or has changed its place is moved.
  let following: Node | null = null;
  for (const next of changed.reverse()) {
    if (!next?.node) continue;
    if (next.node.parentNode !== parent || next.node.nextSibling !== following) {
      parent.insertBefore(next.node, following);
    }
    following = next.node;
  }
}

function draw(old: Drawing | undefined, next: Drawing): void {
  if (old === next) return;
  const node = old?.node ?? create(next.type);
  const inside = list(next.props.children);
  for (const name of Object.keys({ ...old?.props, ...next.props })) {
    const value = next.props[name];
    if (node instanceof Text) node.data = `${value}`;
    else if (name !== 'children') setProperty(node, name, [old?.props[name], value]);
  }
  if (node instanceof Element) drawInside(node, old?.inside ?? [], inside);
  next.node = node;
  next.inside = inside;
}

function create(type: string): Element | Text {
  if (type === '#text') return new Text();
  const space = /^(svg|path)$/.test(type) ? '2000/svg' : '1999/xhtml';
  return readDocument('createElementNS').call(document, `http://www.w3.org/${space}`, type);
}

function setProperty(node: Element, name: string, [old, value]: readonly unknown[]): void {
  if (name.startsWith('on')) {
    const type = name.slice(2).toLowerCase();
    node.removeEventListener(type, old as EventListener);
    node.addEventListener(type, value as EventListener);
  } else if (name === 'style') {
    // The same properties each time; through the CSSOM, which every policy allows.
    for (const [property, text] of Object.entries(value as object)) {
      (node as HTMLElement).style.setProperty(property, text ?? null);
    }
  } else if (name === 'value') {
    // What was typed is newer than what was drawn.
    const input = node as HTMLInputElement;
    if (input.value !== value) input.value = `${value}`;
  } else if (value === undefined || value === null) node.removeAttribute(name);
  else if (value !== old) node.setAttribute(name, `${value}`);
}
