/**
 * Nothing is looked up on `document` by a name that markup could take over (`<form name=body>`).
 *
 * @param name - of the element
 * @returns a new element, outside of the document
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export function createElement<Name extends 'a' | 'div' | 'iframe'>(
  name: Name,
): HTMLElementTagNameMap[Name] {
  return Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[Name];
}
