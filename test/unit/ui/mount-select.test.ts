// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { createProvider } from '../create-provider.ts';
import { providers, useModalSuite } from './fixtures.ts';

const select = { kind: 'select', providers, busyId: null } as const;
const page = { kind: 'page', canGoBack: true } as const;

const open = useModalSuite();

describe('the select screen', () => {
  it('reports the picked provider, by keyboard and pointer', () => {
    const { screen, actions } = open(select);

    fireEvent.click(screen.getByRole('option', { name: /Liberty/ }));
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });

    expect(actions.selectProvider.mock.calls).toEqual([['liberty-tax'], ['h-r-block']]);
  });

  it('applies the search to a new list of providers', () => {
    const { screen, update } = open(select);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'tax' } });

    update({ screen: { ...select, providers: [createProvider('TaxAct')] } });

    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual([expect.stringContaining('TaxAct')]);
  });

  it('selects the search text when a person comes back', () => {
    const { screen, update } = open(select);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'tax' } });

    update({ screen: page });
    update({ screen: select });

    const input = screen.getByRole<HTMLInputElement>('combobox');
    expect(input.value).toBe('tax');
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 3]);
  });

  it('shows progress on the provider being opened, and accepts no other meanwhile', () => {
    const { screen, update, actions } = open(select);

    update({ screen: { ...select, busyId: 'turbotax' } });
    fireEvent.click(screen.getByRole('option', { name: /Liberty/ }));

    const readWait = () =>
      screen.getByRole('option', { name: 'TurboTax' }).getAttribute('aria-description');
    expect(readWait()).toBe('Opening…');
    const { id } = screen.getByRole('option', { selected: true });
    expect(screen.getByRole('option', { name: 'TurboTax' }).id).toBe(id);
    expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(id);
    expect(screen.getByRole('status').textContent).toBe('Opening…');
    vi.advanceTimersByTime(3000);
    expect(readWait()).toBe('Still working…');
    expect(actions.selectProvider).not.toHaveBeenCalled();
  });

  it('offers advice when the provider is not listed', () => {
    const { screen, actions, update } = open(select);
    update({ application: { name: 'Tally', environment: 'live' } });
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'zzz' } });

    fireEvent.click(screen.getByRole('button', { name: 'My provider isn’t listed' }));
    expect(actions.requestClose).not.toHaveBeenCalled();
    // Without the query, because a search is private.
    expect(actions.reportUnlisted.mock.calls).toEqual([[]]);

    expect(screen.getByRole('heading', { name: 'Your provider isn’t supported yet' })).toBeTruthy();
    expect(screen.getByText('Tell Tally’s support which one you use.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    const support_url = 'https://tally.example/help';
    update({ application: { name: 'Tally', environment: 'live', support_url } });
    const link = screen.getByRole('link', { name: 'tally.example/help' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      support_url,
      'noopener noreferrer',
    ]);
    for (const button of screen.getAllByRole('button', { name: 'Close' })) fireEvent.click(button);
    expect(actions.requestClose).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getAllByRole('option')).toHaveLength(5);
  });
});
