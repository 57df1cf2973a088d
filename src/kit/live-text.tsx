/**
 * A text that changes in place. A browser that translates the page replaces its text nodes, and Preact would go on
 * changing the replaced ones. A new element takes the place of the whole text.
 */
export function LiveText({ text }: { readonly text: string }) {
  return <span key={text}>{text}</span>;
}
