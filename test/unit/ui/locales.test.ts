// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadLanguage, PackedTexts } from '../../../src/sdk/ui/locales/locale-files.ts';
import { texts as en } from '../../../src/texts/en.json?modal';
import { texts as es } from '../../../src/texts/es.json?modal';
import { providers } from './fixtures.ts';
import { packTexts } from './packed-languages.ts';

const spanish = packTexts(es);

/** A selector whose Spanish texts arrive when the test says so. */
async function mountSelector(locale: string, es: LoadLanguage) {
  vi.doMock('../../../src/sdk/ui/locales/locale-files.ts', () => ({ localeFiles: { es } }));
  const { mountProviderSelector } = await import('../../../src/sdk/ui/mount-selector.tsx');
  const element = document.createElement('div');
  document.body.append(element);
  const onSelect = vi.fn();
  unmount = mountProviderSelector(element, { providers, locale, theme: 'light', onSelect });
  const screen = within(element.shadowRoot as unknown as HTMLElement);
  const find = () => screen.getByRole<HTMLInputElement>('combobox');
  return { screen, find, shadow: element.shadowRoot };
}

let unmount = () => {};

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nl', 'es-AR', 'en']);
});

afterEach(() => {
  unmount();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock('../../../src/sdk/ui/locales/locale-files.ts');
  vi.doUnmock('../../../src/sdk/protocol/service-addresses.ts');
  document.body.replaceChildren();
});

describe('a language that is loaded on demand', () => {
  it('is the browser’s when the host’s choice is not available', async () => {
    const { find } = await mountSelector('sv', async () => ({ default: spanish }));

    await vi.waitFor(() => expect(find().getAttribute('aria-label')).toBe(es.search));
  });

  it('leaves English in place when it does not arrive, and is requested again', async () => {
    const load = vi.fn(async () => ({ default: spanish }));
    load.mockRejectedValueOnce(new Error('offline'));
    const { find } = await mountSelector('es', load);
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    expect(find().getAttribute('aria-label')).toBe('Search providers');
    unmount();

    const again = await mountSelector('es', load);
    await vi.waitFor(() => expect(again.find().getAttribute('aria-label')).toBe(es.search));
  });

  it.each([
    ['is of another version', { default: { ...spanish, version: '0.0.9' } }],
    ['has no version', { default: es }],
    ['has no texts', { default: 'es' }],
    ['is another module', {}],
  ])('leaves English in place when it %s', async (_, file) => {
    const load = vi.fn(async () => file as { default: PackedTexts });
    const { find } = await mountSelector('es', load);
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    await settle();

    expect(find().getAttribute('aria-label')).toBe(en.search);
  });
});

/** Every pending promise has settled. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the address of a language for the script tag', () => {
  it.each([
    ['https://connect.example/connect', 'https://app.example/'],
    ['https://connect.example/connect', 'http://localhost:4401/'],
    ['http://localhost:4400/connect', 'http://app.localhost:4401/'],
  ])('is at the service, with the hash that the browser compares, %s on %s', async (...urls) => {
    const address = await locate(...urls);

    expect(address.href).toBe(new URL('/sdk/0.1.0/locales/pt-br.json', urls[0]).href);
    expect(fetch).toHaveBeenCalledWith(expect.any(URL), { integrity: 'sha256-abc' });
  });

  it('is missing on a page of another machine when the service is on loopback', async () => {
    const locating = locate('http://localhost:4400/connect', 'https://app.example/');

    await expect(locating).rejects.toThrow('out of reach');
  });
});

/** Resolves the address as the script tag of a service does on a page. */
async function locate(connectUrl: string, page: string): Promise<URL> {
  vi.doMock('../../../src/sdk/protocol/service-addresses.ts', () => ({
    defaultConnectUrl: connectUrl,
  }));
  vi.stubGlobal('location', new URL(page));
  const load = vi.fn<typeof fetch>(async () => Response.json(spanish));
  vi.stubGlobal('fetch', load);
  const { describeLocales } = await import('../../../src/sdk/ui/locales/locate-at-service.ts');
  expect(await describeLocales({ 'pt-BR': 'abc' })['pt-BR']?.()).toEqual({ default: spanish });
  return load.mock.calls[0]?.[0] as URL;
}

describe('the choice of the language', () => {
  const loadFor = async (languages?: string[]) => {
    const requested: string[] = [];
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages as string[]);
    const describeFile = (name: string) => {
      const load: LoadLanguage = () => {
        requested.push(name);
        return new Promise(() => {});
      };
      return [name, load];
    };
    vi.doMock('../../../src/sdk/ui/locales/locale-files.ts', () => ({
      localeFiles: Object.fromEntries(['es', 'pt-BR', 'zh-Hans'].map(describeFile)),
    }));
    const { loadMessages } = await import('../../../src/sdk/ui/locales/load-messages.ts');
    loadMessages();
    return requested;
  };

  it.each([
    [['en-US', 'en'], []],
    [['es-AR', 'en'], ['es']],
    [['pt-BR'], ['pt-BR']],
    [['zh-Hans-CN'], ['zh-Hans']],
    // A privacy extension may hide the languages.
    [undefined, []],
  ])('for %j requests %j, without Intl, which is slow at its first use', async (wanted, files) => {
    const intl = vi.spyOn(Intl, 'Locale');

    expect(await loadFor(wanted)).toEqual(files);
    expect(intl).not.toHaveBeenCalled();
  });

  it.each([
    [['zh-CN'], ['zh-Hans']],
    // Another language, although its first letters are `es`.
    [['esabc'], []],
  ])('for %j requests %j, by the script that Intl knows', async (wanted, files) => {
    expect(await loadFor(wanted)).toEqual(files);
  });
});
