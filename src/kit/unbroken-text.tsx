/** A text whose terms, such as "sign-in", do not break at the hyphen, unless they are longer than a line. */
export function UnbrokenText({ text }: { readonly text: string }) {
  const parts = text.split(/(\S+-\S+)/);
  return (
    <>{parts.map((part, index) => (index % 2 === 1 ? <span class="whole">{part}</span> : part))}</>
  );
}
