/**
 * A text that may change later. The key makes Preact create a new element for each text. Without the key, Preact would
 * change the old text node, which a browser that translates the page has already removed.
 */
export function LiveText({ text }: { readonly text: string }) {
  return <span key={text}>{text}</span>;
}
