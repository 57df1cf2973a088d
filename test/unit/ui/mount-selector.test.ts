// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from '../../../src/protocol/provider.ts';
import { mountProviderSelector } from '../../../src/ui/mount-selector.tsx';
import { createProvider, providers } from './fixtures.ts';

const onSelect = vi.fn();
let unmount = () => {};

function mount(list: readonly Provider[] = providers) {
  const element = document.createElement('div');
  document.body.append(element);
  unmount = mountProviderSelector(element, {
    providers: list,
    locale: 'en',
    theme: 'light',
    onSelect,
  });
  const screen = within(element.shadowRoot as unknown as HTMLElement);
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search providers' });
  input.focus();
  const type = (text: string) => fireEvent.input(input, { target: { value: text } });
  const press = (key: string) => fireEvent.keyDown(input, { key });
  const readActive = () => {
    const id = input.getAttribute('aria-activedescendant');
    return id && element.shadowRoot?.getElementById(id)?.textContent;
  };
  return { element, screen, input, type, press, readActive };
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

describe('the list', () => {
  it('shows popular providers first, in a group of their own', () => {
    const { screen } = mount();

    const popular = within(screen.getByRole('group', { name: 'Popular' }));
    const others = within(screen.getByRole('group', { name: 'All providers' }));

    expect(popular.getAllByRole('option').map((option) => option.id)).toEqual(['o0', 'o1']);
    expect(popular.getByRole('option', { name: /H&R Block/ })).toBeTruthy();
    expect(others.getAllByRole('option')).toHaveLength(3);
  });

  it('picks a provider by a click', () => {
    const { screen } = mount();

    fireEvent.click(screen.getByRole('option', { name: /TurboTax/ }));

    expect(onSelect.mock.calls).toEqual([['turbotax']]);
  });

  it('shows why a provider is unavailable, and does not pick it', () => {
    const { screen } = mount();
    const option = screen.getByRole('option', { name: /FreeTaxUSA Down until noon/ });

    fireEvent.click(option);

    expect(option.getAttribute('aria-disabled')).toBe('true');
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('says that a provider is unavailable when no reason is given', () => {
    const { screen } = mount([createProvider('Closed', { status: 'unavailable' })]);

    expect(screen.getByRole('option', { name: /Closed Not available right now/ })).toBeTruthy();
  });

  it('falls back to initials when a logo does not load', () => {
    const { element } = mount([createProvider('Big Tax Co', { logo: 'https://x.example/a.png' })]);
    const image = element.shadowRoot?.querySelector('img');
    expect(image?.hidden).toBe(false);

    if (image) fireEvent.error(image);

    expect(image?.hidden).toBe(true);
    expect(image?.parentElement?.textContent).toBe('BT');
  });
});

describe('the keys', () => {
  it('move the active option with arrows, Home, End, Page Up and Page Down', () => {
    const { press, readActive } = mount();
    expect(readActive()).toBeNull();

    const keys = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home', 'PageDown', 'PageUp'];
    const seen = keys.map((key) => {
      press(key);
      return readActive();
    });

    const [first, second, last] = ['h-r-block', 'turbotax', 'internal-revenue-service'];
    expect(seen.map((text) => text?.split(' ').at(-1)?.replace('.example', ''))).toEqual([
      first,
      second,
      first,
      last,
      first,
      last,
      first,
    ]);
  });

  it('pick the active option with Enter', () => {
    const { press } = mount();

    press('ArrowDown');
    press('Enter');

    expect(onSelect.mock.calls).toEqual([['h-r-block']]);
  });

  it('pick nothing with Enter before anything was typed or reached', () => {
    const { press } = mount();

    press('Enter');

    expect(onSelect).not.toHaveBeenCalled();
  });

  it('pick the best match of what was typed with Enter', () => {
    const { type, press } = mount();

    type('irs');
    press('Enter');

    expect(onSelect.mock.calls).toEqual([['internal-revenue-service']]);
  });

  it('do not pick while an input method accepts its suggestion', () => {
    const { type, input, press } = mount();
    type('irs');

    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    expect(onSelect).not.toHaveBeenCalled();

    press('Enter');
    expect(onSelect).toHaveBeenCalledTimes(1);
  });

  it('clear the search with Escape', () => {
    const { type, press, input, screen } = mount();
    type('irs');
    expect(screen.getAllByRole('option')).toHaveLength(1);

    press('Escape');

    expect(input.value).toBe('');
    expect(screen.getAllByRole('option')).toHaveLength(5);
  });

  it('search wherever they are typed', () => {
    const { screen, input } = mount();
    input.blur();

    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'h' });

    expect(input.getRootNode()).toHaveProperty('activeElement', input);
  });
});

describe('the search', () => {
  it('announces the number of results once typing has paused', () => {
    const { screen, type } = mount();
    const status = screen.getByRole('status');

    type('tax');
    vi.advanceTimersByTime(400);
    type('turbotax');
    vi.advanceTimersByTime(400);
    expect(status.textContent).toBe('');

    vi.advanceTimersByTime(200);
    expect(status.textContent).toBe('1 result');
  });

  it('says what was searched when nothing is found, and offers to clear it', () => {
    const { screen, type, input } = mount();
    type('zzz');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByText('No provider found for “zzz”')).toBeTruthy();
    expect(input.getAttribute('aria-expanded')).toBe('false');

    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));

    expect(screen.getAllByRole('option')).toHaveLength(5);
    expect(input.getAttribute('aria-expanded')).toBe('true');
  });
});

describe('unmounting', () => {
  it('leaves an element that can be used again', () => {
    const { element } = mount();

    unmount();

    expect(element.shadowRoot?.childNodes).toHaveLength(0);
    unmount = mountProviderSelector(element, { providers, locale: 'en', theme: 'dark', onSelect });
    expect(element.shadowRoot?.querySelectorAll('[role=option]')).toHaveLength(5);
  });
});
