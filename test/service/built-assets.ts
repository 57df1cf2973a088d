import type { Assets } from '../../src/connect/service/http/assets.ts';

const scriptTag = new TextEncoder().encode(
  'open("tax-connect-service http://localhost:4400/connect http://localhost:4400/docs/errors")',
);

/** A line of a documentation page, which the service completes. */
const snippet =
  'http://localhost:4400/sdk/1.2.3-<hash>/tax-connect.js sha384-… https://connect.example/account';

/** Files in the form that the builds leave. */
export const builtAssets: Assets = {
  page: {
    entry: {
      script: 'main-abcdefgh.js',
      styles: ['main-abcdefgh.css'],
      imports: [],
      selector: ['provider-selector-abcdefgh.js'],
    },
    files: new Map([
      [
        'main-abcdefgh.js',
        { body: new TextEncoder().encode('0'), type: 'text/javascript', isHashed: true },
      ],
      ['icon.png', { body: new TextEncoder().encode('1'), type: 'image/png', isHashed: false }],
    ]),
  },
  docs: {
    entry: { script: 'main-abcdefgh.js', styles: ['main-abcdefgh.css'], imports: [] },
    files: new Map(),
    site: {
      groups: [
        {
          title: 'Start',
          pages: [
            {
              name: 'index',
              title: 'What it <does>',
              description: 'It connects & more.',
              html:
                '<p>It connects.</p>\n<h2 id="a-b">A &lt;<code>b</code>&gt;' +
                '<a class="anchor" href="#a-b" aria-label="Link to A">#</a></h2>\n' +
                '<p>Call <code>http://localhost:4400</code>.</p>\n<p>It&#39;s &amp;lt;.</p>\n' +
                `<div class="code"><pre><code>${snippet.replace(/[<>]/g, (one) => `&#${one.charCodeAt(0)};`)}</code></pre></div>` +
                '<div class="code code--local"><pre><code>http://localhost:4400/local</code></pre></div>',
              markdown: `# What it <does>\n\nIt connects.\n\n\`\`\`sh\n${snippet}\n\`\`\`\n\n\`\`\`sh local\nhttp://localhost:4400/local\n\`\`\`\n`,
              headings: [],
            },
          ],
        },
      ],
      images: {
        'chart.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'modal.webp': Buffer.from('RIFF').toString('hex'),
      },
    },
  },
  sdk: {
    version: '1.2.3',
    files: new Map([
      ['tax-connect.js', { body: scriptTag, type: 'text/javascript', isHashed: false }],
      [
        'locales/es.json',
        { body: new TextEncoder().encode('2'), type: 'application/json', isHashed: false },
      ],
    ]),
  },
};

export const noAssets: Assets = {
  page: { entry: undefined, files: new Map() },
  sdk: { version: '0.0.0', files: new Map() },
};
