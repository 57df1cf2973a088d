/** A text that may change. The key makes Preact replace it, because a browser that translates removes its text node. */
export function LiveText({ text }: { readonly text: string }) {
  return <span key={text}>{text}</span>;
}
