/** The host's markup can replace a property of `document`, but not of its prototype: `<img name="body">`. */
export function readDocument<Name extends keyof Document>(name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document);
}
