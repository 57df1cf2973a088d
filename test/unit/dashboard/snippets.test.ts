import { describe, expect, it } from 'vitest';
import { createSnippets } from '../../../src/connect/dashboard/snippets.ts';
import { compileSnippets } from '../../support/compile-snippets.ts';
import { application as shop } from './application.ts';

const application = {
  ...shop,
  client_id: 'test_app',
  service: {
    ...shop.service,
    base_url: 'https://connect.example',
    connect_url: 'https://connect.example/connect',
    script: {
      url: 'https://connect.example/sdk/1.2.3-0123456789abcdef/tax-connect.js',
      integrity: 'sha384-abc',
    },
  },
};

/** Evaluates the literal after `clientId:` as a browser would. */
function readClientId(snippet: string): unknown {
  const [, literal = ''] = /clientId: ('(?:[^'\\]|\\.)*'),/.exec(snippet) ?? [];
  return new Function(`return ${literal}`)();
}

describe('the snippets', () => {
  it("have the client ID, the service's addresses and the script's hash, but not the secret", () => {
    const { scriptTag, module, backend } = createSnippets(application);

    for (const snippet of [scriptTag ?? '', module, backend]) {
      expect(readClientId(snippet)).toBe('test_app');
    }
    expect(scriptTag).toContain(
      'src="https://connect.example/sdk/1.2.3-0123456789abcdef/tax-connect.js"',
    );
    expect(scriptTag).toContain('integrity="sha384-abc"');
    // The script from a service opens that service.
    expect(scriptTag).not.toContain('connectUrl');
    expect(module).toContain("connectUrl: 'https://connect.example/connect'");
    expect(backend).toContain("baseUrl: 'https://connect.example'");
    expect(backend).toContain('process.env.CONNECT_CLIENT_SECRET');
    expect(`${scriptTag}${module}`).not.toMatch(/secret/i);
  });

  it('send the code to the path of the redirect URI, because one callback serves both flows', () => {
    const redirect_uris = [{ address: "https://shop.example/it's/back?a=1", flag: null }];

    const snippets = createSnippets({ ...application, redirect_uris });
    const { scriptTag, module, backend } = createSnippets(application);

    expect(snippets.scriptTag).toContain(String.raw`forwardCode('/it\'s/back')`);
    expect(snippets.module).toContain(String.raw`forwardCode('/it\'s/back')`);
    expect(snippets.backend).toContain(
      String.raw`redirectUri: 'https://shop.example/it\'s/back?a=1',`,
    );
    // As the sandbox prints it, and the documentation has it.
    expect(scriptTag).toContain("forwardCode('/callback')");
    expect(module).toContain("forwardCode('/callback')");
    expect(backend).toContain('// Mount it at /callback:');
    expect(backend).not.toContain('redirectUri');
  });

  it.each([`x'+alert(1)+'`, '</script><script>alert(1)</script>', '\\', '"', '\\\'"<!--'])(
    'escape the client ID %s',
    (client_id) => {
      const { scriptTag, module, backend } = createSnippets({ ...application, client_id });

      for (const snippet of [scriptTag ?? '', module, backend]) {
        expect(readClientId(snippet)).toBe(client_id);
      }
      expect(scriptTag?.match(/<\/script/g)).toHaveLength(2);
      expect(scriptTag).not.toContain('<!--');
    },
  );
});

it("the backend's snippet passes strict TypeScript, with a redirect URI and without", () => {
  const redirect_uris = [{ address: 'https://shop.example/tax/callback', flag: null }];
  const { backend } = createSnippets({ ...shop, redirect_uris });
  const short = createSnippets(shop).backend;
  const misspelt = backend.replace('clientSecret:', 'clientSecrets:');

  const complaints = compileSnippets([backend, short, misspelt].map((source) => ({ source })));

  expect(backend).toContain("redirectUri: 'https://shop.example/tax/callback'");
  expect(complaints).toEqual([[], [], [expect.stringContaining('clientSecrets')]]);
});
