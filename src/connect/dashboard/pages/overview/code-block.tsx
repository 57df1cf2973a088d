import { CopyButton } from '../../parts/copy-button.tsx';

export interface CodeBlockProps {
  /** The element's ID, unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly code: string;
}

/** Code with a title and a copy button, in a box that can also be scrolled with the keyboard. */
export function CodeBlock({ id, title, code }: CodeBlockProps) {
  return (
    <div class="code">
      <div class="code__head">
        <h3 class="code__title" id={id}>
          {title}
        </h3>
        <CopyButton text={code} what={`${title} snippet`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="code__frame" tabIndex={0} aria-labelledby={id}>
        <pre class="code__text">
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
