import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../../src/build/docs/build-site.ts';
import { includeFiles, readContents } from '../../../src/build/docs/contents.ts';
import { type Highlighter, loadHighlighter } from '../../../src/build/docs/highlight.ts';
import { createLinkResolver, rewriteLinks } from '../../../src/build/docs/links.ts';
import { renderPage } from '../../../src/build/docs/render-page.ts';
import { createSearch, type Find } from '../../../src/connect/docs/search-index.ts';
import { splitSections } from '../../../src/connect/service/public/docs.ts';
import { challengeKinds } from '../../../src/connect/shapes/unions.ts';
import { texts as en } from '../../../src/texts/en.json?modal';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let highlighter: Highlighter;

beforeAll(async () => {
  highlighter = await loadHighlighter();
});

const render = (markdown: string) => renderPage(markdown, (href) => href, highlighter);

/** Codes whose errors end no flow, so that the modal has no text for them. */
const withoutText = ['popup_blocked', 'popup_closed', 'opener_severed'];

describe('the documentation', () => {
  it('builds: every link leads to a page and a heading', async () => {
    const { groups } = await buildSite(root);
    const pages = groups.flatMap((group) => group.pages);

    expect(pages[0]?.name).toBe('index');
    expect(pages.every(({ html, description }) => html && description)).toBe(true);
    expect(pages.flatMap(splitSections).length).toBeGreaterThan(pages.length);
  });

  it('has every page in its navigation', () => {
    const files = readdirSync(`${root}demo/docs`).filter((name) => name.endsWith('.md'));
    const named = readContents(root).flatMap(({ pages }) => pages.map(({ file }) => file));

    for (const file of files.filter((name) => name !== 'README.md')) {
      expect(named).toContain(`demo/docs/${file}`);
    }
  });

  it('has one heading for each error code, the target of docsUrl', () => {
    const { headings } = render(readFileSync(`${root}demo/docs/errors.md`, 'utf8'));
    const ids = headings.slice(1).map(({ id }) => id);

    const { unconfirmed: _, ...errors } = en.notices;
    expect([...ids].sort()).toEqual([...Object.keys(errors), ...withoutText].sort());
  });
});

describe('the page about plug-ins', () => {
  const page = readFileSync(`${root}demo/docs/providers.md`, 'utf8');

  it.each(challengeKinds)('says what the person’s answer to a challenge is: %s', (kind) => {
    const [, ...rows] = page
      .split(/^\| kind .*$/m)
      .join('')
      .split('\n');
    expect(rows.some((row) => row.startsWith(`| \`${kind}\``))).toBe(true);
  });
});

describe('the search', () => {
  let find: Find;
  beforeAll(async () => {
    const { groups } = await buildSite(root);
    find = createSearch(groups.flatMap(({ pages }) => pages).flatMap(splitSections));
  });

  it.each([
    // Questions and single words, as people type them.
    ['how do i test', 'testing'],
    ['verify webhook', 'webhooks'],
    ['webhok signature', 'webhooks'],
    ['state parameter', 'backend'],
    ['popup', 'options'],
    ['gdpr', 'consent'],
    ['environment variables', 'settings'],
    ['rate limit', 'limits'],
    ['webhook secret', 'webhooks'],
    ['wrong password', 'testing'],
    ['react hook', 'frameworks'],
    // Other words than those of the pages.
    ['refresh token', 'backend'],
    ['sveltekit', 'frameworks'],
    ['angular', 'frameworks'],
    // Typing mistakes.
    ['pyhton', 'other-languages'],
    // The beginning of a word.
    ['accessib', 'accessibility'],
    ['popup_blocked', 'errors'],
    // A word that no page has.
    ['webhook zzzzzz', 'webhooks'],
  ])('finds for "%s" the page %s first', (query, page) => {
    expect(find(query)[0]?.page).toBe(page);
  });

  it('lists a page once, with a line of text in which the words stand out', () => {
    const pages = find('verify webhook');
    const line = pages[0]?.sections[0]?.line ?? [];

    expect(new Set(pages.map(({ page }) => page)).size).toBe(pages.length);
    expect(line.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toContain('verifies');
    expect(line.map(({ text }) => text).join('').length).toBeLessThan(200);
  });

  it('finds words of no meaning when nothing else was typed', () => {
    expect(find('parameter')).not.toEqual([]);
  });

  it('finds nothing for a word that has no meaning', () => {
    expect(find('zzzzzz')).toEqual([]);
  });
});

describe('a page', () => {
  it('gives headings the fragments that GitHub gives them', () => {
    const { headings } = render('# A\n\nText.\n\n## `a_code`, it’s here\n\n## B\n\n## B\n');

    expect(headings.map(({ id }) => id)).toEqual(['a', 'a_code-its-here', 'b', 'b-1']);
  });

  it('has code without inline styles, and escapes markup', () => {
    const { html } = render('# A\n\nText <b>.\n\n```ts\nconst a = "<b>";\n```\n');

    expect(html).toContain('<span class="token-keyword">const</span>');
    expect(html).not.toContain('style=');
    expect(html).not.toContain('<b>');
  });

  it.each([
    ['no title', 'Text.\n', 'must begin with a title'],
    ['no paragraph', '# A\n\n## B\n', 'needs a paragraph'],
    ['code in an unknown language', '# A\n\nText.\n\n```cobol\nX\n```\n', 'cobol'],
    ['code without a language', '# A\n\nText.\n\n```\nX\n```\n', 'unknown language ""'],
  ])('is refused with %s', (_, markdown, message) => {
    expect(() => render(markdown)).toThrow(message);
  });
});

describe('a line with only a link to an example', () => {
  const page = 'demo/docs/a.md';
  const vite = '[Vite](../examples/vite/main.js)';

  it('shows the file', () => {
    const code = readFileSync(`${root}demo/examples/vite/main.js`, 'utf8');
    const shown = includeFiles(root, page, `Before.\n\n${vite}\n`);

    expect(shown).toContain(`\`\`\`js title="Vite" file=demo/examples/vite/main.js\n${code}\`\`\``);
    expect(render(`# A\n\nText.\n\n${shown}`).html).toContain('<p class="code-title">Vite</p>');
  });

  it.each([
    `See ${vite}.`,
    '[Its README](../examples/provider/README.md)',
    '[Another](../hosts/app.ts)',
  ])('stays as it is: %s', (line) => {
    expect(includeFiles(root, page, line)).toBe(line);
  });
});

describe('a link', () => {
  const page = { name: 'a', file: 'demo/docs/a.md', markdown: '' };
  const start = { name: 'index', file: 'demo/docs/index.md', markdown: '' };
  const resolve = createLinkResolver(root, [page, start], page);

  it.each([
    ['https://a.example/', 'https://a.example/'],
    ['#b', '#b'],
    ['a.md#b', '/docs/a#b'],
    ['index.md', '/docs'],
    ['../hosts/app.ts', undefined],
    ['comparison.svg', '/docs/comparison.svg'],
  ])('%s leads to %s', (href, address) => {
    expect(resolve(href)).toBe(address);
  });

  it('to a missing file is refused', () => {
    expect(() => resolve('missing.md')).toThrow('demo/docs/a.md links to missing.md');
  });

  it('to a picture leads to the site’s copy', () => {
    const source = '![Bars](comparison.svg)';
    const { html, images } = renderPage(`# A\n\n${source}\n`, resolve, highlighter);

    expect(html).toBe(
      '<p><span class="chart"><img src="/docs/comparison.svg" alt="Bars"></span></p>\n',
    );
    expect(images).toEqual(['comparison.svg']);
    expect(rewriteLinks(source, resolve)).toBe('![Bars](/docs/comparison.svg)');
    expect(() => renderPage('# A\n\n![x](a.md)\n', resolve, highlighter)).toThrow('not a picture');
  });

  it('to a file outside the site becomes text', () => {
    const { html } = renderPage(
      '# A\n\n[one](../hosts/app.ts) [two](a.md)\n',
      resolve,
      highlighter,
    );

    expect(html).toContain('<p>one <a href="/docs/a">two</a></p>');
    expect(rewriteLinks('[one](../hosts/app.ts) [two](a.md) [three](#b)', resolve)).toBe(
      'one [two](/docs/a.md) [three](#b)',
    );
  });
});
