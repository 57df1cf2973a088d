import { CopyButton } from './values.tsx';

export interface CodeBlockProps {
  readonly id: string;
  readonly title: string;
  /** The code in words, for the button that copies it, such as "event". */
  readonly what: string;
  readonly code: string;
}

/** Code with a title and a copy button, in a box that can also be scrolled with the keyboard. */
export function CodeBlock({ id, title, what, code }: CodeBlockProps) {
  return (
    <div class="code">
      <div class="row code__head">
        <h3 id={id}>{title}</h3>
        <CopyButton text={code} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="code__frame" tabIndex={0} aria-labelledby={id}>
        <pre>
          <code class="code__text mono">{code}</code>
        </pre>
      </section>
    </div>
  );
}
