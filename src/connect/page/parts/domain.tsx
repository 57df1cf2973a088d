interface DomainProps {
  /** A domain or address, such as `example.com`. */
  readonly name: string;
  /** The text after the name, to the end of the sentence. */
  readonly after: string;
}

/** A domain to read with care. A full stop stays on its line. A long one breaks before a dot or a slash. */
export function Domain({ name, after }: DomainProps) {
  const [mark = ''] = /^\p{P}+/u.exec(after) ?? [];
  const [first, ...others] = name.split(/(?=[./])/);
  return (
    <>
      <span class="domain">
        <bdi class="domain__name" dir="ltr" translate={false}>
          {first}
          {others.map((part) => [<wbr key={part} />, part])}
        </bdi>
        {mark}
      </span>
      {after.slice(mark.length)}
    </>
  );
}
