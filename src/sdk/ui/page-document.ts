/**
 * Reads a property of the host's document that the host's markup cannot replace: `<img name=…>` shadows any property
 * of `document`, but not those of its prototype.
 *
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export function readDocument<Name extends keyof Document>(name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document);
}
