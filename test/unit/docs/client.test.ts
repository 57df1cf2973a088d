// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCopyButtons } from '../../../src/connect/docs/copy-code.ts';
import { startPageLists } from '../../../src/connect/docs/page-lists.ts';
import { startSearch } from '../../../src/connect/docs/search.ts';
import { startTabs } from '../../../src/connect/docs/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <div class="search" hidden><input><p role="status"></p><ul></ul></div>
    <a class="outside" href="/docs">Documentation</a>
    <div class="code"><pre><code>open()</code></pre></div>`;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const find = <Kind extends Element>(selector: string) =>
  document.querySelector<Kind>(selector) as Kind;
const withCtrl = () => new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
const pressKey = (element: Element | null, init: KeyboardEventInit) =>
  element?.dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
  );
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the search', () => {
  const sections = ['webhooks', 'consent'].map((page) => {
    return { page, pageTitle: page, id: '', title: page, text: `About ${page}.` };
  });
  const answer = async () => Response.json({ sections });

  function type(text: string): void {
    const input = find<HTMLInputElement>('input');
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }

  function start(load: () => Promise<Response> = answer): void {
    vi.stubGlobal('fetch', load);
    startSearch(document);
  }

  async function searchWebhooks(): Promise<void> {
    start();
    type('webhooks');
    await settle();
  }

  const isHidden = () => find<HTMLElement>('.search ul').hidden;
  const readStatus = () => find('[role=status]').textContent;

  const pressEscape = () => pressKey(find('input'), { key: 'Escape' });

  it('loads its index again after a failure', async () => {
    start(vi.fn(answer).mockRejectedValueOnce(new TypeError('Failed to fetch')));

    const said = [];
    for (const text of ['webhook', 'webhooks']) {
      type(text);
      await settle();
      said.push(readStatus());
    }

    expect(said).toEqual(['The search could not be loaded. Try again later.', 'Results on 1 page']);
  });

  it.each([
    ['left', () => find<HTMLElement>('.outside').focus()],
    ['pressed Escape', () => pressEscape()],
    ['emptied the field', () => type('')],
  ])('stays closed when its index arrives after the user has %s', async (_, act) => {
    let respond = () => {};
    start(() => new Promise<void>((resolve) => (respond = resolve)).then(answer));
    find<HTMLInputElement>('input').focus();
    type('webhooks');
    act();
    respond();
    await settle();
    expect([isHidden(), readStatus()]).toEqual([true, '']);
  });

  it('says nothing more once Escape has cleared it', async () => {
    start();
    type('zzzzzz');
    await settle();
    expect(readStatus()).toBe('No results. Try another word.');

    pressEscape();

    expect([readStatus(), find<HTMLInputElement>('input').value]).toEqual(['', '']);
  });

  it.each([
    ['a result, which may be on this page', true, () => find<HTMLElement>('ul a').click()],
    ['a result in a new tab', false, () => find('ul a').dispatchEvent(withCtrl())],
    ['a link outside it', true, () => find<HTMLElement>('.outside').focus()],
  ])('hides its list when the user goes to %s: %s', async (_, hides, go) => {
    await searchWebhooks();
    find('ul a').addEventListener('click', (event) => event.preventDefault());

    go();

    expect(isHidden()).toBe(hides);
  });

  it.each([
    ['focused', () => find<HTMLElement>('input').focus()],
    ['pressed while it has the focus', () => find<HTMLElement>('input').click()],
  ])('shows its list again when the field is %s', async (_, press) => {
    await searchWebhooks();
    find<HTMLElement>('.outside').click();
    expect(isHidden()).toBe(true);

    press();
    await settle();

    expect(isHidden()).toBe(false);
  });

  it('opens a result by Enter, but not by the one that ends a composition', async () => {
    await searchWebhooks();
    const opened = vi.fn((event: Event) => event.preventDefault());
    find('ul a').addEventListener('click', opened);

    const pressed = [229, 13].map((keyCode) => {
      pressKey(find('input'), { key: 'Enter', keyCode });
      return opened.mock.calls.length;
    });

    expect(pressed).toEqual([0, 1]);
  });
});

describe('the drawer of all pages', () => {
  beforeEach(() => {
    const links = ['<a href="/docs">Overview</a>', '<a aria-current="page">Errors</a>'];
    const drawer = `<details class="menu" open><summary></summary><nav class="pages">${links.join('')}</nav></details>`;
    document.body.insertAdjacentHTML('afterbegin', drawer);
    startPageLists(document);
  });

  const isOpen = () => find<HTMLDetailsElement>('.menu').open;
  const pressPointer = (selector: string) =>
    find(selector).dispatchEvent(new Event('pointerdown', { bubbles: true }));
  const pressEscape = () => pressKey(document.activeElement, { key: 'Escape' });

  it.each([
    ['a link below it gets the focus', false, () => find<HTMLElement>('.outside').focus()],
    ['the text below it is pressed', false, () => pressPointer('pre')],
    ['a link in it gets the focus', true, () => find<HTMLElement>('.menu a').focus()],
    ['its list is pressed', true, () => pressPointer('.menu nav')],
  ])('when %s, is open: %s', (_, stays, act) => {
    act();

    expect(isOpen()).toBe(stays);
  });

  it('is closed by Escape, which leads back to its button, and then leaves the focus', () => {
    find<HTMLElement>('.menu a').focus();
    pressEscape();
    expect([isOpen(), document.activeElement?.tagName]).toEqual([false, 'SUMMARY']);

    find<HTMLElement>('.outside').focus();
    pressEscape();

    expect(document.activeElement).toBe(find('.outside'));
  });
});

it('a copied command waits for Enter in a terminal, and a second copy is answered as long', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  find('code').textContent = 'npm install tax-connect\nnpx tax-connect dev\n';
  addCopyButtons(document);
  const button = find<HTMLButtonElement>('.copy');
  button.click();
  await vi.advanceTimersByTimeAsync(1500);
  button.click();
  await vi.advanceTimersByTimeAsync(1500);
  const second = button.textContent;
  await vi.advanceTimersByTimeAsync(500);

  expect([second, button.textContent]).toEqual(['Copied', 'Copy']);
  expect(writeText.mock.lastCall).toEqual(['npm install tax-connect\nnpx tax-connect dev']);
});

it('the tabs move by an arrow, and leave the browser’s shortcuts with arrows to it', () => {
  const code = ['Node', 'Python'].map((name) => {
    return `<div class="code"><span class="code-title">${name}</span><pre></pre></div>`;
  });
  document.body.innerHTML = `<div class="tabs">${code.join('')}</div>`;
  startTabs(document);

  const held = [{ altKey: true }, { metaKey: true }, { ctrlKey: true }];
  const shown = [...held, {}, {}, { key: 'ArrowLeft' }].map((more) => {
    pressKey(find('[aria-selected=true]'), { key: 'ArrowRight', ...more });
    return find('[aria-selected=true]').textContent;
  });

  expect(shown).toEqual(['Node', 'Node', 'Node', 'Python', 'Node', 'Python']);
});
