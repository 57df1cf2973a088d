// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  changed,
  check,
  createProvider,
  fill,
  openApplication,
  openDashboard,
  post,
  press,
  readField,
  readFocus,
  readRows,
  refuse,
  showTime,
  signIn,
} from './open-dashboard.tsx';

const tally = createProvider('tallybird', 'TallyBird');
const off = createProvider('oakline', 'Oakline', {
  state: 'unavailable',
  reason: 'Back on Monday',
  switched_at: 1,
});
const onlyLive = createProvider('birch', 'Birch', { environments: ['live'], state: 'hidden' });
const listed = answer({ providers: [tally, off, onlyLive] });

const isChecked = (name: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' }).checked;

describe('the view of providers', () => {
  const open = (replies = {}) =>
    openDashboard('/dashboard/providers', { 'GET providers': listed, ...replies });

  it('lists each with its state, and the reason of an unavailable one', async () => {
    open();
    await screen.findByText('TallyBird');

    expect(readRows()).toEqual([
      'TallyBirdtallybird, tallybird.exampleAvailable–Change status',
      `Oaklineoakline, oakline.exampleUnavailableBack on Monday${showTime(1)}Change status`,
      'Birchbirch, birch.exampleHidden–Change status',
    ]);
  });

  it('switches one off with a reason, and shows what the service says then', async () => {
    const request = 'POST providers/tallybird/switch';
    const switched = { provider_id: 'tallybird', state: 'unavailable', reason: 'Closed' };
    const service = open({ [request]: refuse(400, 'A reason has 1 to 120 characters.') });
    await press('Change status of TallyBird');
    await check(/^UnavailablePeople see it in the list and cannot choose it\./);
    await fill('Reason', ' Closed ');
    await press('Change status');
    await screen.findByRole('textbox', { name: 'Reason', description: /1 to 120 characters\.$/ });
    service.on(request, answer(switched));
    service.on('GET providers', answer({ providers: [{ ...tally, ...switched }, off] }));
    await press('Change status', 'TallyBird is unavailable now.');

    expect(readRows()[0]).toContain('UnavailableClosed');
    const sent = ['providers/tallybird/switch', { state: 'unavailable', reason: 'Closed' }];
    expect(service.changes).toEqual([sent, sent]);
  });

  it('keeps a form that was opened again before the answer to the first', async () => {
    const switched = { provider_id: 'oakline', state: 'unavailable', reason: null };
    const service = open();
    const release = service.hold('POST providers/oakline/switch');
    await press('Change status of Oakline');
    await fill('Reason', '');
    await press('Change status');
    await press('Cancel');
    await press('Change status of Oakline');
    await fill('Reason', 'Open on Friday');
    await release(answer(switched));

    await screen.findByText('Oakline is unavailable now.');
    expect(readField('Reason')).toBe('Open on Friday');
    expect(service.changes[0]?.[1]).toEqual({ state: 'unavailable', reason: null });
  });

  it('keeps its form at an Escape that drops a composition', async () => {
    open();
    await press('Change status of Oakline');
    const field = screen.getByLabelText('Reason');
    expect(readField('Reason')).toBe('Back on Monday');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Unavailable/));
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    expect(screen.getByLabelText('Reason')).toBe(field);

    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByLabelText('Reason')).toBeNull();
    expect(readFocus()).toBe('Change status');
  });
});

it('a chosen status is sent without a reason, and again after a sign-in that expired meanwhile', async () => {
  const service = openDashboard('/dashboard/providers', {
    'GET providers': listed,
    'POST providers/oakline/switch': refuse(401, 'Sign in to the dashboard.'),
  });
  await press('Change status of Oakline');
  expect(isChecked(/^Unavailable/)).toBe(true);
  await check(/^HiddenPeople do not see it/);
  expect(screen.queryByLabelText('Reason')).toBeNull();
  await press('Change status');
  await signIn();

  await press('Change status of Oakline');
  await expect.poll(() => isChecked(/^Hidden/)).toBe(true);
  await press('Change status');

  const sent = ['providers/oakline/switch', { state: 'hidden', reason: null }];
  const signedIn = ['sign-in', { password: 'right' }];
  await expect.poll(() => service.changes).toEqual([sent, signedIn, sent]);
});

describe('the providers of an application', () => {
  const open = (provider_ids: string[] | null, more = {}) => {
    const replies = { 'GET providers': listed, ...more };
    return openApplication('/settings#providers', { provider_ids }, replies);
  };
  const gone = 'beta (no longer exists)';

  it.each<[name: string, before: string[], toggled: string[], after: string[] | null]>([
    ['are chosen among all', ['oakline'], ['TallyBird', 'Oakline'], ['tallybird']],
    ['show one that no longer exists', ['beta', 'oakline'], [gone], ['oakline']],
    ['are all again', ['oakline'], ['All providers'], null],
  ])('%s', async (...[, before, toggled, provider_ids]) => {
    const service = open(before, { [post('providers')]: changed({}) });
    await screen.findByRole('checkbox', { name: 'TallyBird' });
    expect(['TallyBird', 'Oakline'].map(isChecked)).toEqual([false, true]);
    expect(screen.queryByRole('checkbox', { name: 'Birch' })).toBeNull();
    for (const name of toggled) await check(name);
    await press('Save providers', 'The providers are saved.');

    expect(service.changes).toEqual([['providers', { provider_ids }]]);
  });

  it('are asked for when the person wants only some, and chooses none', async () => {
    const service = open(['oakline']);
    await check('Oakline');
    await press('Save providers', 'Choose at least one provider.');

    expect(service.changes).toEqual([]);
    await check('Oakline');
    await expect.poll(() => screen.queryByText('Choose at least one provider.')).toBeNull();
  });
});
