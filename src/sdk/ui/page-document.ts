/**
 * Reads a property of the host's document from the prototype of `document`. The host's markup can replace a property of
 * `document` itself: `<img name="body">` becomes `document.body`.
 *
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export function readDocument<Name extends keyof Document>(name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document);
}
