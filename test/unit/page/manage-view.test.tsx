// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../../src/connect/page/app.tsx';
import { loadVisit } from '../../../src/connect/page/load-visit.ts';
import type { Access } from '../../../src/connect/shapes/flow-answers.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { credentials, holdAnswer, type TestPage } from './drive-page.ts';
import { answer, createTestPage, Following, flush, refuse, startedFlow } from './support.tsx';

const application = { name: '', environment: 'live' } as const;
const tally: Access = {
  account_id: 'account_1',
  application: { name: 'Tally', environment: 'live', logo: null },
  shares: ['returns', 'identity'],
  granted_at: Date.UTC(2026, 3, 2, 12),
  ends_at: null,
  last_used_at: Date.UTC(2026, 10, 20, 12),
  status: 'active',
};
const abacus: Access = {
  ...tally,
  account_id: 'account_2',
  application: { name: 'Abacus', environment: 'test', logo: null },
  last_used_at: null,
};

afterEach(cleanup);

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(flush);
};
/** Asks to end the access of an application, and confirms it. */
const end = async (name: string) => {
  await press(`End access of ${name}`);
  await press('End access');
};
const listNames = () =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const readTitle = () => screen.getByRole('heading', { level: 1 }).textContent;
const readNote = () => document.querySelector('[role=status] .note')?.textContent;
const listEnded = ({ client }: TestPage) =>
  client['end-access'].mock.calls.map(([{ account_id }]) => account_id);

/** An access of another application with the same values. */
const named = (name: string, account_id = name): Access => {
  return { ...tally, account_id, application: { ...tally.application, name } };
};

/** The page at `/manage` before the choice of a provider. */
async function openVisit({ providers } = startedFlow) {
  const page = createTestPage({ place: { name: 'alone' }, isVisit: true, application });
  const started = { ...startedFlow, application, providers, submissions: null };
  page.client.start.mockReturnValue(answer(started));
  page.dispatch('open', null);
  await flush();
  return page;
}

/** The page at `/manage`, with the list of these applications. */
async function showAccesses(accesses: Access[] = [tally, abacus], text = en) {
  const page = await openVisit();
  const { client, dispatch } = page;
  client.login.mockReturnValue(
    answer({ step: 'manage', account: { label: 'pat@example.com' }, accesses }),
  );
  dispatch('selectProvider', 'sandbox');
  await flush();
  dispatch('login', credentials);
  await flush();
  await show(page, text);
  return page;
}

async function show(flow: TestPage, text = en) {
  const more = { text, visit: await loadVisit(['en']), surface: 'redirect' } as const;
  render(
    <Following flow={flow} more={more}>
      {(context) => <App {...context} />}
    </Following>,
  );
}

describe('the page at /manage', () => {
  it('says where the service has no provider that there is nothing to manage', async () => {
    await show(await openVisit({ ...startedFlow, providers: [] }));
    expect(readTitle()).toBe('There is nothing to manage here');
    expect(document.activeElement?.textContent).toBe(readTitle());
  });

  it('lists what each application may read, since when, and when it did', async () => {
    await showAccesses();

    const [first = '', second = ''] = listNames().map(
      (name) => screen.getByText(name).closest('li')?.textContent,
    );

    expect(screen.getAllByText('Applications with access')).toHaveLength(1);
    expect(readTitle()).toContain('Applications with access');
    expect(document.body.textContent).toContain('Sandbox Tax · pat@example.com');
    for (const part of ['Tally', 'Your tax returns', 'SinceApr 2, 2026', 'Last readNov 20, 2026']) {
      expect(first).toContain(part);
    }
    expect(first).not.toMatch(/IRS transcripts|Test/);
    expect(second).toContain('AbacusTest');
    expect(second).toContain('Last readNot yet');
  });

  it('writes its dates in its own language and the digits 0 to 9, also in Arabic', async () => {
    await showAccesses([tally], { ...en, lang: 'ar-EG' });

    expect(document.body.textContent).toContain('2026');
    expect(document.body.textContent).not.toMatch(/Apr|[\u0660-\u0669]/);
  });

  it('says which application cannot read at the moment', async () => {
    await showAccesses([tally, { ...abacus, status: 'login_required' }]);

    const [, first, second] = document.body.textContent.split(/Tally|AbacusTest/);

    expect(first).not.toContain('Can’t read anything until you connect the account again');
    expect(second).toContain('Can’t read anything until you connect the account again');
  });

  const createAccesses = (length: number) =>
    Array.from({ length }, (_, index) => named(`Application ${index}`));
  const search = (value: string) =>
    fireEvent.input(screen.getByRole('textbox', { name: 'Search applications' }), {
      target: { value },
    });

  it('finds a name in a long list, whatever its accents and the language of the browser', async () => {
    const { toLocaleLowerCase } = String.prototype;
    vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
      return toLocaleLowerCase.call(this, 'tr');
    });
    const names = ['Intuit', 'İşbank', 'Café'];
    await showAccesses([...createAccesses(10), ...names.map((name) => named(name))]);

    const found = [' application 4', 'intuit', 'işbank', 'ısbank', 'CAFE', 'Tally'].map((text) => {
      search(text);
      return listNames().join();
    });
    vi.restoreAllMocks();

    expect(found).toEqual(['Application 4', 'Intuit', 'İşbank', 'İşbank', 'Café', '']);
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said).toContain('No application has this name.');
    // It would end those that the search has left out, too.
    expect(screen.queryByRole('button', { name: 'End all access' })).toBeNull();
  });

  it('shows the whole list when an ended access takes the search away', async () => {
    const accesses = createAccesses(10);
    const { client } = await showAccesses(accesses);
    client['end-access'].mockReturnValue(
      answer({ ended: 'Application 9', accesses: accesses.slice(0, 9) }),
    );
    search('9');

    await end('Application 9');

    expect(screen.queryByRole('textbox')).toBeNull();
    expect(listNames()).toHaveLength(9);
  });

  it('focuses what has happened also after a second application with the same name', async () => {
    const twin = named('Tally', 'account_3');
    const { client } = await showAccesses([tally, twin, abacus]);
    const lists = [[twin, abacus], [abacus]];
    client['end-access'].mockImplementation(() =>
      answer({ ended: 'Tally', accesses: lists.shift() ?? [] }),
    );
    for (const _ of ['first', 'second']) {
      fireEvent.click(screen.getAllByRole('button', { name: 'End access of Tally' })[0] as Element);
      screen.getByRole('button', { name: 'End access' }).focus();
      await press('End access');
      expect(document.activeElement?.textContent).toBe('Tally no longer has access.');
    }
  });

  it('ends three accesses in turn when all are asked for at once', async () => {
    const ledger = named('Ledger', 'account_3');
    const page = await showAccesses([tally, abacus, ledger]);
    const request = page.client['end-access'];
    const answers = [tally, abacus, ledger].map(() => holdAnswer(request));
    const respond = async (ended: string, ...accesses: Access[]) => {
      answers.shift()?.({ ok: true, value: { ended, accesses } });
      await act(flush);
    };
    const spinning = () =>
      screen
        .getAllByRole('button', { name: /^End access of/ })
        .filter((button) => button.querySelector('.spinner'))
        .map((button) => button.getAttribute('aria-label'));

    for (const name of ['Tally', 'Abacus', 'Ledger']) await end(name);
    expect([listEnded(page), spinning()]).toEqual([['account_1'], ['End access of Tally']]);

    await respond('Tally', abacus, ledger);
    expect(listEnded(page)).toEqual(['account_1', 'account_2']);
    expect(spinning()).toEqual(['End access of Abacus']);

    await respond('Abacus', ledger);
    await respond('Ledger');
    expect(readTitle()).toBe('No application has access');
    expect(listEnded(page)).toEqual(['account_1', 'account_2', 'account_3']);
    expect(readNote()).toBe('Tally, Abacus, and Ledger no longer have access.');
  });

  it('ends all after one question that names them, and says which ones when the connection is lost', async () => {
    const third = named('Ledger', 'account_3');
    const page = await showAccesses([tally, abacus, third]);
    page.client['end-access']
      .mockReturnValueOnce(answer({ ended: 'Tally', accesses: [abacus, third] }))
      .mockReturnValueOnce(refuse('connection_lost'))
      .mockReturnValueOnce(answer({ ended: 'Abacus', accesses: [third] }))
      .mockReturnValueOnce(answer({ ended: 'Ledger', accesses: [] }));

    await press('End all access');
    await press('Keep access');
    expect(listEnded(page)).toEqual([]);
    await press('End all access');
    const question = screen.getByRole('alertdialog', { name: 'End all access?' });
    expect(question.textContent).toContain('Tally, Abacus, and Ledger can’t read anything');
    fireEvent.click(within(question).getByRole('button', { name: 'End all access' }));

    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain(en.notices.connection_lost.title);
    expect(readNote()).toBe('Tally no longer has access.');
    expect(listNames()).toEqual(['Abacus', 'Ledger']);

    await press('Try again');
    await expect.poll(readNote).toBe('Tally, Abacus, and Ledger no longer have access.');
    expect(readTitle()).toBe('No application has access');
    expect(listEnded(page)).toEqual(['account_1', 'account_2', 'account_2', 'account_3']);
  });

  it('leads to another account', async () => {
    const { client } = await showAccesses([tally]);
    expect(screen.queryByRole('button', { name: 'End all access' })).toBeNull();
    await press('Sign in with another account');
    expect(client.back).toHaveBeenCalledOnce();
  });

  it('offers a new start when the visit is over', async () => {
    const { client } = await showAccesses();
    client['end-access'].mockReturnValueOnce(refuse('session_expired'));

    await end('Abacus');

    expect(readTitle()).toBe('Your session has expired');
    expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy();
  });

  it('starts again when the browser brings it back from its history', async () => {
    const { dispatch, restart } = await showAccesses();
    expect(restart).not.toHaveBeenCalled();

    dispatch('restore');

    expect(restart).toHaveBeenCalledOnce();
  });

  it('says nothing to a host, has no way back to an application, and says whose page it is', async () => {
    const { sent } = await showAccesses();

    expect(sent).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Choose another provider' })).toBeNull();
    expect(screen.getByText(window.location.host)).toBeTruthy();
  });
});
