/** A text whose short terms, such as "sign-in", do not break at the hyphen. Longer terms may break, to fit. */
export function UnbrokenText({ text }: { readonly text: string }) {
  const parts = text.split(/([^\s-]{1,9}-[^\s-]{1,9})/);
  return (
    <>{parts.map((part, index) => (index % 2 === 1 ? <span class="whole">{part}</span> : part))}</>
  );
}
