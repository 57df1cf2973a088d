// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  answer,
  application,
  check,
  failedFlow,
  fill,
  follow,
  openDashboard,
  press,
  readField,
  readFocus,
  readRows,
  refuse,
} from './open-dashboard.tsx';

describe('the list of applications', () => {
  it('shows each with its environment and its test sign-ins, and markup in a name as text', async () => {
    const live = { ...application, client_id: 'live_shop', name: '<img src=x><b>Market</b>' };
    const applications = [application, { ...live, environment: 'live', submissions: null }];
    openDashboard('/dashboard', { 'GET applications': answer({ applications }) });

    await screen.findByRole('table', { name: 'Registered applications' });

    expect(readRows()).toEqual([
      'Corner Shop Testtest_shop80 of 80 sign-ins left (90 of 100 including your backend)',
      '<img src=x><b>Market</b> Livelive_shopNo limit',
    ]);
    const bar = document.querySelector('progress');
    expect([bar?.value, bar?.max]).toEqual([90, 100]);
  });

  it('leaves a click with Ctrl, ⌘ or Shift to the browser, which opens a new tab', async () => {
    openDashboard('/dashboard');
    const link = await screen.findByRole('link', { name: 'Corner Shop' });
    const left: [boolean, boolean][] = [];
    const note = (event: MouseEvent) => {
      left.push([event.target === link, event.defaultPrevented]);
      event.preventDefault();
    };
    window.addEventListener('click', note);

    for (const held of ['ctrlKey', 'metaKey', 'shiftKey']) fireEvent.click(link, { [held]: true });

    window.removeEventListener('click', note);
    expect(left).toEqual(Array(3).fill([true, false]));
    screen.getByRole('heading', { name: 'Applications' });
  });
});

it('the registration keeps a refused name with the reason, and leads nowhere once it was left', async () => {
  const service = openDashboard('/dashboard/register');
  service.on('POST applications', refuse(400, 'A name has 1 to 100 characters.'));
  await fill('Name', '  x ');
  await press('Register');
  await screen.findByRole('textbox', { name: 'Name', description: /1 to 100 characters\.$/ });
  expect(readField('Name')).toBe('  x ');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await check(/^LiveEvery provider/);
  const release = service.hold('POST applications');

  for (const _ of ['once', 'twice']) await press('Register');

  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  await follow('Providers');
  await press('Leave without saving');
  await release(answer({ client_id: 'test_shop', client_secret: 'first_secret' }));
  await screen.findByText('Copy the client secret of x now.');
  screen.getByRole('heading', { name: 'Providers' });
  expect(service.changes).toEqual([
    ['applications', { name: 'x', environment: 'test' }],
    ['applications', { name: 'x', environment: 'live' }],
  ]);
});

describe('a reference', () => {
  const search = async (typed: string) => {
    await fill('Reference', typed);
    await press('Find reference');
  };
  const anotherAccount = {
    outcome: 'in_progress',
    started_at: null,
    problem: { code: 'different_account', at: 2 },
  } as const;
  const found = {
    'GET flows?reference=K7QF3M9T': answer({ reference: 'K7QF3M9T', flows: [failedFlow] }),
  };

  it.each([
    ' k7qf3m9t ',
    // As a mail program and a chat on a phone write them.
    'K7QF\u20113M9T',
    'K7QF\u20133M9T\u200B',
    'Ｋ７ＱＦ－３Ｍ９Ｔ',
  ])('%o leads to its flows, with the reason of a failure and the application', async (typed) => {
    openDashboard('/dashboard', found);

    await search(typed);

    await screen.findByRole('heading', { name: 'Reference K7QF-3M9T' });
    const [, row] = await screen.findAllByRole('row');
    expect(row?.textContent).toMatch(
      /^Corner ShopFailed.*The provider is not available, or answered with an error\.$/,
    );
    const link = within(row as HTMLElement).getByRole('link', { name: 'Corner Shop' });
    expect(link.getAttribute('href')).toBe('/dashboard/applications/test_shop');
    expect(readFocus()).toBe('Reference K7QF-3M9T');
  });

  it.each([
    ['of another account', [{ ...failedFlow, ...anotherAccount }], /than the one to connect again/],
    ['without a flow', [], /Flows are kept for a day/],
  ] as const)('%s says so', async (_, flows, text) => {
    openDashboard('/dashboard/references/K7QF-3M9T', {
      'GET flows?reference=K7QF3M9T': answer({ reference: 'K7QF3M9T', flows }),
    });

    await screen.findByText(text);

    expect(screen.queryAllByText('Not started')).toHaveLength(flows.length);
    expect(readField('Reference')).toBe('K7QF-3M9T');
  });

  it('that is mistyped is explained at the field, until it is the one that is shown', async () => {
    const service = openDashboard('/dashboard/references/K7QF-3M9T', found);
    await search('K7QF-3M9');
    await screen.findByText(/eight letters and digits/);
    expect(document.activeElement).toBe(screen.getByLabelText('Reference'));

    await search('K7QF-3M9T');

    await expect.poll(() => screen.queryByText(/eight letters and digits/)).toBeNull();
    // The person has tried again in the meantime.
    service.on('GET flows?reference=K7QF3M9T', answer({ reference: 'K7QF3M9T', flows: [] }));
    await search('K7QF-3M9T');
    await screen.findByText(/Flows are kept for a day/);
    await search('BBBB-BBBB');
    await expect.poll(readFocus).toBe('Reference BBBB-BBBB');
  });
});
