import { describe, expect, it } from 'vitest';
import { findPhysicalCss } from './physical-css.ts';
import { readSources } from './source-files.ts';

const sheets = readSources(
  ['src/sdk/ui', 'src/connect/page', 'src/connect/dashboard', 'src/connect/design'],
  /\.css$/,
);

describe('the style sheets', () => {
  it('use sides of the text, never of the screen', async () => {
    // A search without files would find nothing.
    expect(sheets.length).toBeGreaterThan(10);
    const found = await Promise.all(sheets.map(([path, text]) => findPhysicalCss(path, text)));
    expect(found.flat()).toEqual([]);
  });

  it.each([
    'left: 0',
    'right: 12px',
    'top: 0',
    'margin-right: 8px',
    'margin-left: auto',
    'padding-left: 8px',
    'border-left: 1px solid',
    'border-right-color: red',
    'border-top-left-radius: 4px',
    'scroll-margin-left: 4px',
    'text-align: left',
    'float: right',
    'transform-origin: left center',
    'background: linear-gradient(to right, red, blue)',
    'margin: 0 1px 0 2px',
    'padding: 0 calc(1px + 2px) 0 min(1px, (2px + 3px))',
    'inset: 0 auto 0 0',
    'border-width: 0 0 2px 2px',
    'border-radius: 4px 0 0 4px',
    'transform: translateX(4px)',
    'translate: 4px 0',
  ])('may not contain %s', async (declaration) => {
    const css = `@media (min-width: 1px) {\n  .a:hover {\n    ${declaration};\n  }\n}\n`;
    expect(await findPhysicalCss('planted.css', css)).toEqual([`planted.css:3: ${declaration}`]);
  });

  it.each([
    'inset-inline-start: 0',
    'margin-inline-end: 8px',
    'margin: 0 8px',
    'margin: 0 8px 4px',
    'margin: 0 8px 4px 8px',
    'padding: 0 max(1px, 2px) 0 max(1px, 2px)',
    'padding: 0 env(safe-area-inset-right) 0 env(safe-area-inset-left)',
    'border-radius: 4px 4px 0 0',
    'border-start-start-radius: 4px',
    'text-align: start',
    'transform: rotate(1turn)',
    'translate: 0 4px',
    '--left: 4px',
    'content: "→"',
  ])('may contain %s', async (declaration) => {
    expect(await findPhysicalCss('planted.css', `.a { ${declaration}; }`)).toEqual([]);
  });
});
