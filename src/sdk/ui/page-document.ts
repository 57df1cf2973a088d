/** The host's markup can replace a property of `document` (`<img name="body">`), and MooTools the class `Document`. */
export function readDocument<Name extends keyof Document>(name: Name): Document[Name] {
  return Reflect.get(HTMLDocument.prototype, name, document);
}
