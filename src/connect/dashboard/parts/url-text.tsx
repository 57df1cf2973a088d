/** Shows a URL. It breaks after a separator such as a slash, and within a part only if the part is longer than a line. */
export function UrlText({ url }: { readonly url: string }) {
  const parts = url.split(/(?<=[/?&])(?![/?&])/);
  return (
    <span class="mono" key={url}>
      {parts.map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </span>
  );
}
