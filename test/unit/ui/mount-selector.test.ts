// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from '../../../src/sdk/protocol/provider.ts';
import { mountProviderSelector } from '../../../src/sdk/ui/mount-selector.tsx';
import { createProvider } from '../create-provider.ts';
import { drawAtOnce, providers } from './fixtures.ts';

const onSelect = vi.fn();
let unmount = () => {};

drawAtOnce();

/** Mounts a selector as it is before its next task. */
function mountIn(list: readonly Provider[]) {
  const element = document.body.appendChild(document.createElement('div'));
  const shown = { providers: list, locale: 'en', theme: 'light', onSelect } as const;
  unmount = mountProviderSelector(element, shown);
  return element;
}

function mount(list: readonly Provider[] = providers) {
  const element = mountIn(list);
  vi.advanceTimersByTime(1);
  const screen = within(element.shadowRoot as unknown as HTMLElement);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search providers' });
  input.focus();
  const type = (text: string) => fireEvent.input(input, { target: { value: text } });
  const press = (key: string, more: KeyboardEventInit = {}) =>
    fireEvent.keyDown(input, { key, ...more });
  const readNames = () =>
    screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'));
  const readStatus = () => screen.getByRole('status').textContent;
  const readActive = () => {
    const id = input.getAttribute('aria-activedescendant');
    return id && element.shadowRoot?.querySelector(`#${id} bdi`)?.textContent;
  };
  return { element, screen, input, type, press, readActive, readNames, readStatus };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  unmount();
  onSelect.mockReset();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const liveOnly = 'Works with live applications only';
/** A provider that cannot be picked now. */
const closed = (name: string, reason: string | null = liveOnly) =>
  createProvider(name, { status: 'unavailable', reason });

describe('the list', () => {
  it.each<[what: string, list: readonly Provider[], groups: Record<string, readonly string[]>]>([
    [
      'popular providers first, and unavailable ones last',
      providers,
      {
        Popular: ['H&R Block', 'TurboTax'],
        'More providers': ['Liberty Tax', 'Internal Revenue Service'],
        'Not available right now': ['FreeTaxUSA'],
      },
    ],
    [
      'a common reason once, as the name of the group',
      [createProvider('Sandbox'), closed('Other'), closed('Another')],
      { [`${liveOnly}, brief`]: ['Other', 'Another'] },
    ],
    [
      'each reason when they differ',
      [closed('One', 'Closed'), closed('Two', 'Closed'), closed('Three', 'Down until noon')],
      { 'Not available right now': ['One', 'Two', 'Three'] },
    ],
    [
      'no headings for a single popular provider',
      [createProvider('Alpha', { popular: true }), createProvider('Beta'), createProvider('Gamma')],
      {},
    ],
    [
      'no headings for only popular providers',
      ['Alpha', 'Beta', 'Gamma'].map((name) => createProvider(name, { popular: true })),
      {},
    ],
  ])('shows %s', (_, list, groups) => {
    const { screen, readNames } = mount(list);
    const shown = screen.queryAllByRole('group').map((group) => {
      const options = within(group).getAllByRole('option');
      const brief = group.dataset.brief === 'true' ? ', brief' : '';
      return [
        group.getAttribute('aria-label') + brief,
        options.map((option) => option.getAttribute('aria-label')),
      ];
    });

    expect(Object.fromEntries(shown)).toEqual(groups);
    expect(readNames()).toHaveLength(list.length);
    expect(screen.getAllByRole('option').map(({ id }) => id)).toEqual(
      list.map((_, index) => `o${index}`),
    );
  });

  it('lists what works in a test application, and the rest behind one line', () => {
    const forLive = { status: 'unavailable', live_only: true } as const;
    const { screen, type, input, readNames, readStatus } = mount([
      createProvider('Sandbox'),
      createProvider('Other', forLive),
      createProvider('Another', forLive),
    ]);
    const more = () => screen.queryByRole('button', { name: '2 more for live applications' });

    expect([readNames(), more() !== null]).toEqual([['Sandbox'], true]);
    type('other');
    expect([readNames(), more()]).toEqual([['Other', 'Another'], null]);
    type('');
    more()?.focus();
    more()?.click();

    expect([readNames(), more()]).toEqual([['Sandbox', 'Other', 'Another'], null]);
    expect(readStatus()).toBe('3 results');
    expect(input.getRootNode()).toHaveProperty('activeElement', input);
    // A list of live providers alone has no such line.
    unmount();
    const alone = mount([createProvider('One', forLive), createProvider('Two', forLive)]).screen;
    expect(alone.getAllByRole('option')).toHaveLength(2);
    expect(alone.queryByRole('button', { name: /live applications/ })).toBeNull();
  });

  it('says how to try the only provider of a test application, which Enter picks at once', () => {
    const reason = 'Use user_good with the password pass_good.';
    const { screen, press, type, readActive } = mount([
      createProvider('Sandbox', { reason }),
      createProvider('Other', { status: 'unavailable', live_only: true }),
    ]);
    const option = screen.getByRole('option', { name: 'Sandbox' });

    expect(option.getAttribute('aria-description')).toBe(reason);
    expect(option.getAttribute('aria-disabled')).toBe('false');
    expect(readActive()).toBe('Sandbox');
    type('nothing like it');
    press('Enter');
    expect(onSelect).not.toHaveBeenCalled();
    type('');
    press('Enter');
    expect(onSelect).toHaveBeenCalledWith('sandbox');
  });

  it('says why an unavailable provider cannot be picked, when it is pressed', () => {
    const { screen, press, type, readActive, readStatus } = mount([
      createProvider('Sandbox'),
      closed('Other'),
      closed('Another'),
    ]);
    const isTold = (name: string) =>
      screen.getByRole('option', { name }).matches('[data-told] [aria-selected=true]');

    fireEvent.click(screen.getByRole('option', { name: 'Other' }));
    expect([readStatus(), readActive()]).toEqual([`Other: ${liveOnly}`, 'Other']);
    expect([isTold('Other'), isTold('Another')]).toEqual([true, false]);

    press('ArrowDown');
    expect(readStatus()).toBe('');
    press('Enter');
    expect([readStatus(), readActive()]).toEqual([`Another: ${liveOnly}`, 'Another']);
    expect([isTold('Other'), isTold('Another')]).toEqual([false, true]);

    type('sand');
    expect(readStatus()).toBe('');

    // The number of results, which is announced half a second after typing, does not replace the reason.
    type('other');
    expect(isTold('Other')).toBe(false);
    vi.advanceTimersByTime(400);
    fireEvent.click(screen.getByRole('option', { name: 'Other' }));
    vi.advanceTimersByTime(1000);
    expect(readStatus()).toBe(`Other: ${liveOnly}`);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('names an option by its provider, and describes it by the login’s domain', () => {
    const { screen } = mount();

    const option = screen.getByRole('option', { name: 'TurboTax' });

    expect(option.getAttribute('aria-description')).toBe('turbotax.example');
    expect(option.getAttribute('aria-disabled')).toBe('false');
    // The style sheet shows it below the name.
    expect(option.querySelector<HTMLElement>('bdi')?.dataset.text).toBe('turbotax.example');
  });

  it('shows a message when there is no provider at all', () => {
    const screen = within(mountIn([]).shadowRoot as unknown as HTMLElement);
    expect(screen.getByRole('heading', { name: 'No providers are available yet' })).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('keeps logos out of the names', () => {
    const logo = 'https://x.example/a.png';
    const { screen } = mount(
      Array.from({ length: 10 }, (_, index) => createProvider(`Tax ${index}`, { logo })),
    );

    const images = screen.getAllByRole('option').map((option) => option.querySelector('img'));
    expect(screen.queryByRole('img')).toBeNull();
    // The host of a logo does not learn which page shows it. Only those below the fold wait.
    const read = (name: string) => images.map((image) => image?.getAttribute(name) ?? null);
    expect(read('referrerpolicy')).toEqual(Array(10).fill('no-referrer'));
    expect(read('loading')).toEqual([...Array(8).fill(null), 'lazy', 'lazy']);
  });
});

describe('the initials', () => {
  it.each([
    ['H&R Block', 'HR'],
    ['1040.com', '1c'],
    ['(Éire) Tax', 'ÉT'],
    ['국세청 홈택스', '국홈'],
    ['𝒯ax', '𝒯'],
    ['&', undefined],
    ['Miller’s Tax', 'MT'],
  ])('of %s are %s', (name, initials) => {
    const { screen } = mount([createProvider(name)]);

    const picture = screen.getByRole('option', { name }).querySelector<HTMLElement>('.logo');
    expect(picture?.dataset.text).toBe(initials);
  });
});

describe('the keys', () => {
  it('keep the browser’s behaviour for selecting text and for shortcuts', () => {
    const { press, readActive } = mount();

    const isLeft = [press('End', { shiftKey: true }), press('ArrowDown', { altKey: true })];

    expect([isLeft, readActive()]).toEqual([[true, true], null]);
    expect(press('End')).toBe(false);
  });

  it.each<[what: string, init: KeyboardEventInit]>([
    ['is held, as by a person who came back to the earlier search', { repeat: true }],
    ['accepts the suggestion of an input method', { isComposing: true }],
    // Safari's Enter comes after the composition.
    ['comes after the composition', { keyCode: 229 }],
  ])('pick the best match of the search, but not while Enter %s', (_, init) => {
    const { type, press } = mount();
    type('irs');

    press('Enter', init);
    expect(onSelect).not.toHaveBeenCalled();

    press('Enter');
    expect(onSelect.mock.calls).toEqual([['internal-revenue-service']]);
  });

  it('clear the search with Escape, which the page gets only when there is nothing to clear', () => {
    const { type, press, input, screen } = mount();
    type('irs');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    press('Escape', { isComposing: true });
    press('Escape', { keyCode: 229 });
    expect(input.value).toBe('irs');

    // The second is part of the same press.
    const isLeft = [press('Escape'), press('Escape', { repeat: true }), press('Escape')];
    press('Enter');

    expect(isLeft).toEqual([false, false, true]);
    expect(input.value).toBe('');
    expect(screen.getAllByRole('option')).toHaveLength(5);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('search from anywhere', () => {
    const { screen, input } = mount();
    input.blur();

    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'h' });

    expect(input.getRootNode()).toHaveProperty('activeElement', input);
  });
});

describe('the search', () => {
  it('announces the number of results once typing has paused', () => {
    const { type, readStatus } = mount();

    type('tax');
    vi.advanceTimersByTime(400);
    type('turbotax');
    vi.advanceTimersByTime(400);
    expect(readStatus()).toBe('');

    vi.advanceTimersByTime(200);
    expect(readStatus()).toBe('1 result');

    // A text that does not change would not be announced.
    type('irs');
    expect(readStatus()).toBe('');
    vi.advanceTimersByTime(600);
    expect(readStatus()).toBe('1 result');
  });

  it('shows the search when nothing is found, and offers to clear it', () => {
    const { screen, type, input } = mount();
    type('zzz');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('heading', { name: 'No provider found for “zzz”' })).toBeTruthy();
    expect(input.getAttribute('aria-expanded')).toBe('false');

    const clear = screen.getByRole('button', { name: 'Clear search' });
    clear.focus();
    fireEvent.click(clear);

    expect(screen.getAllByRole('option')).toHaveLength(5);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(input.getRootNode()).toHaveProperty('activeElement', input);
  });

  it('explains what to do when the provider is not listed, instead of a list, with a way back', () => {
    const { screen, type, press, input, readActive } = mount();
    type('irs');

    fireEvent.click(screen.getByRole('button', { name: 'My provider isn’t listed' }));

    const heading = screen.getByRole('heading', { name: 'Your provider isn’t supported yet' });
    expect(heading.getRootNode()).toHaveProperty('activeElement', heading);
    // The surrounding page has its own way to close.
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) press(key);
    expect([readActive(), onSelect.mock.calls]).toEqual([null, []]);

    type('irs ');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(input.value).toBe('irs ');
    press('Enter');
    expect(onSelect).toHaveBeenCalledTimes(1);
  });

  it('shows the best match even when the list was scrolled', () => {
    const { screen, type } = mount();
    const list = screen.getByRole('listbox').parentElement as HTMLElement;
    list.scrollTop = 120;
    // Prototype.js has a function of this name, which scrolls the page to the list.
    vi.spyOn(list, 'scrollTo').mockReturnValue();

    type('tax');

    expect(list.scrollTop).toBe(0);
  });
});

describe('a long list', () => {
  const many = Array.from({ length: 200 }, (_, index) => createProvider(`Office ${index}`));

  it('is drawn at first as far as it fills the screen, and where a key leads', () => {
    const { press, readActive, screen } = mount(many);
    expect(screen.getAllByRole('option')).toHaveLength(16);

    const trail = ['PageUp', 'ArrowDown', 'PageDown', 'End', 'ArrowDown', 'PageDown'].map((key) => {
      press(key);
      return readActive();
    });

    expect(trail).toEqual([0, 1, 8, 199, 199, 199].map((index) => `Office ${index}`));
    const selected = screen.getByRole('option', { selected: true });
    expect(selected.getAttribute('aria-posinset')).toBe('200');
    expect(selected.getAttribute('aria-setsize')).toBe('200');
    for (const [key, index] of [
      ['PageUp', 192],
      ['ArrowUp', 191],
      ['Home', 0],
      ['ArrowUp', 0],
    ]) {
      press(`${key}`);
      expect(readActive()).toBe(`Office ${index}`);
    }
  });

  it('shows the results of each search from the first one on, and announces all', () => {
    const { type, readNames, readStatus } = mount(many);

    for (const query of ['office 7', 'office 8', '']) {
      type(query);
      const found = many.map(({ name }) => name).filter((name) => RegExp(query, 'i').test(name));
      expect(readNames()).toEqual(found.slice(0, 16));
    }
    vi.runAllTimers();
    expect(readStatus()).toBe('200 results');
  });
});

it('unmounting leaves an element that can be used again', () => {
  const { element } = mount();

  unmount();

  expect(element.shadowRoot?.childNodes).toHaveLength(0);
  expect(element.shadowRoot?.adoptedStyleSheets).toEqual([]);
  unmount = mountProviderSelector(element, { providers, locale: 'en', theme: 'dark', onSelect });
  vi.runAllTimers();
  expect(element.shadowRoot?.querySelectorAll('[role=option]')).toHaveLength(5);
});
