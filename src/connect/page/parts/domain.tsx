/** The domain of a provider, or an address. */
interface DomainProps {
  /** Such as `example.com`. */
  readonly name: string;
  /** The rest of the sentence. */
  readonly after: string;
  /** The path on this service that it leads to, in another tab, because this one has the flow. */
  readonly href?: string;
}

/** The domain that a user is to compare, and what follows; a full stop never begins the next line. */
export function Domain({ name, after, href }: DomainProps) {
  const [mark = ''] = /^\p{P}+/u.exec(after) ?? [];
  const shown = (
    <bdi class="domain" dir="ltr">
      {name}
    </bdi>
  );
  return (
    <>
      <span class="together">
        {href === undefined ? (
          shown
        ) : (
          <a class="inline-link" href={href} target="_blank" rel="noopener noreferrer">
            {shown}
          </a>
        )}
        {mark}
      </span>
      {after.slice(mark.length)}
    </>
  );
}
