import * as v from 'valibot';

/** A result of the search: a heading of a page, and the text below it. */
export const docsSection = v.object({
  page: v.string(),
  /** The element ID of the heading; empty for the text above the first heading. */
  id: v.string(),
  pageTitle: v.string(),
  title: v.string(),
  text: v.string(),
});

export const docsPage = v.object({
  /** The address of the page below `/docs/`; `index` is `/docs` itself. */
  name: v.string(),
  title: v.string(),
  /** The first paragraph, as plain text. */
  description: v.string(),
  /** The page without its title, as HTML. */
  html: v.string(),
  /** The Markdown source, with links that work at the address of the page. */
  markdown: v.string(),
  /** The headings of the second level, in order. */
  headings: v.array(v.object({ id: v.string(), text: v.string() })),
});

/** The documentation, in the form that the build writes and the service serves. */
export const docsSite = v.object({
  groups: v.array(v.object({ title: v.string(), pages: v.array(docsPage) })),
  /** The pictures by file name: SVG as text, WebP in hex. */
  images: v.record(v.string(), v.string()),
});

/** The index that the search of the documentation loads. */
export const docsSearch = v.object({ sections: v.array(docsSection) });
