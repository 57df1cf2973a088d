interface DomainProps {
  /** A domain or address, such as `example.com`. */
  readonly name: string;
  /** The text after the name, to the end of the sentence. */
  readonly after: string;
  /** A path on this service to which the name links. The link opens another tab, because this tab has the flow. */
  readonly href?: string;
}

/**
 * A domain that the user should read with care, and the text after it. A full stop stays on the line of the domain. A
 * name that is longer than a line breaks before a dot, a colon or a slash.
 */
export function Domain({ name, after, href }: DomainProps) {
  const [mark = ''] = /^\p{P}+/u.exec(after) ?? [];
  const [first, ...others] = name.split(/(?=[.:/])/);
  const shown = (
    <bdi class="domain__name" dir="ltr" translate={false}>
      {first}
      {others.map((part) => [<wbr key={part} />, part])}
    </bdi>
  );
  return (
    <>
      <span class="domain">
        {href === undefined ? (
          shown
        ) : (
          <a
            class="inline-link"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            // Some screen readers pause at the possible breaks of the name. This label has none.
            aria-label={name}
          >
            {shown}
          </a>
        )}
        {mark}
      </span>
      {after.slice(mark.length)}
    </>
  );
}
