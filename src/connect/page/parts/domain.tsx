/** A provider's domain. */
interface DomainProps {
  /** Such as `example.com`. */
  readonly name: string;
  /** The rest of the sentence. */
  readonly after: string;
}

/** The domain that a user is to compare, and what follows; a full stop never begins the next line. */
export function Domain({ name, after }: DomainProps) {
  const [mark = ''] = /^\p{P}+/u.exec(after) ?? [];
  return (
    <>
      <span class="together">
        <bdi class="domain" dir="ltr">
          {name}
        </bdi>
        {mark}
      </span>
      {after.slice(mark.length)}
    </>
  );
}
