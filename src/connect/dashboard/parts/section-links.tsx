/** A section that the links lead to. */
export interface SectionLink {
  /** Of its heading, which can take the focus. */
  readonly id: string;
  readonly title: string;
}

/** Leads to the sections of a long view; stays at hand while they scroll. */
export function SectionLinks({ links }: { readonly links: readonly SectionLink[] }) {
  // Not left to the browser: a new fragment fires `popstate`, which would load the view again.
  // https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-fragid
  const handleClick = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const heading = document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav class="sections" aria-label="Sections">
      {links.map(({ id, title }) => (
        <a key={id} href={`#${id}`} onClick={(event) => handleClick(event, id)}>
          {title}
        </a>
      ))}
    </nav>
  );
}
