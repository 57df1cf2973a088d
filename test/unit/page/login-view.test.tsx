// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CurrentView } from '../../../src/connect/page/app.tsx';
import { type ProblemCode, startWait } from '../../../src/connect/page/problems.ts';
import { LoginView } from '../../../src/connect/page/views/login-view.tsx';
import type { Challenge } from '../../../src/connect/shapes/flow-answers.ts';
import { texts as ar } from '../../../src/texts/ar.json?page';
import { texts as en } from '../../../src/texts/en.json?page';
import { texts as es } from '../../../src/texts/es.json?page';
import { fill } from '../../../src/texts/fill.ts';
import { type Answers, credentials, reach } from './drive-page.ts';
import {
  answer,
  challenge,
  refuse,
  renderInPage,
  sandbox,
  session,
  startedFlow,
} from './support.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function showLogin(answers: Answers = {}, more: Parameters<typeof renderInPage>[2] = {}) {
  const page = await reach('login', session, answers);
  return Object.assign(page, renderInPage(<LoginView provider={sandbox} />, page, more));
}

const findUsername = () => screen.getByLabelText<HTMLInputElement>('Username');
const findPassword = () => screen.getByLabelText<HTMLInputElement>('Password');

/** Shows the login, whose first sign-in the service refuses. */
async function showRefusal(...refusal: Parameters<typeof refuse>) {
  const page = await showLogin({ login: refuse(...refusal) });
  submit('user_bad', 'pass_good');
  return page;
}

function submit(username: string, password: string): void {
  fireEvent.input(findUsername(), { target: { value: username } });
  fireEvent.input(findPassword(), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** Lets time pass, and the answers of the service arrive. */
async function pass(seconds: number): Promise<void> {
  await act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)));
}

describe('the login', () => {
  it('says whose password it needs before the field', async () => {
    await showLogin();
    const promise = screen.getByText(/You sign in to/);
    expect(promise.textContent).toBe(
      'You sign in to sandbox.example. Demo Taxes never sees your password.',
    );
    // In Arabic, the port of a domain would be drawn before it.
    expect(promise.querySelector('bdi')?.dir).toBe('ltr');
    const order = promise.compareDocumentPosition(findPassword());
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('says between the fields and the button where forgotten details are recovered', async () => {
    await showLogin();
    const trouble = screen.getByText(en.login.trouble).closest('details');
    expect(trouble?.textContent).toContain('Recover your sign-in details on sandbox.example, then');
    // The comma stays on the line of the address.
    expect(trouble?.querySelector('.domain')?.textContent).toBe('sandbox.example,');
    // A long address breaks before a dot only.
    expect(trouble?.querySelector('bdi')?.innerHTML).toBe('sandbox<wbr>.example');
    const fields = [findPassword(), trouble, screen.getByRole('button', { name: 'Sign in' })];
    const all = [...document.querySelectorAll('#password, details, [type=submit]')];
    expect(all).toEqual(fields);
  });

  it('lets password managers fill and users paste', async () => {
    await showLogin();
    expect(findUsername().getAttribute('autocomplete')).toBe('username');
    expect(findPassword().getAttribute('autocomplete')).toBe('current-password');
    expect(fireEvent.paste(findPassword())).toBe(true);
  });

  it('focuses it when its window gets the focus, where a browser refuses that before; and once', async () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(() => undefined);
    await showLogin();
    focus.mockRestore();
    expect(document.activeElement).toBe(document.body);
    // The style sheet draws the ring of the focus around it.
    expect(findUsername().matches('[data-awaits-keys]')).toBe(true);
    fireEvent.pointerDown(document.body);
    expect(findUsername().matches('[data-awaits-keys]')).toBe(false);
    window.dispatchEvent(new FocusEvent('focus'));
    expect(document.activeElement).toBe(findUsername());
    findUsername().blur();
    window.dispatchEvent(new FocusEvent('focus'));
    expect(document.activeElement).toBe(document.body);
  });

  it('shows the reference below a problem, but not while the browser is offline', async () => {
    const { client } = await showRefusal('invalid_credentials');
    await screen.findByText('K7QF-3M9T');
    client.login.mockReturnValueOnce(refuse('offline', true));
    submit('user_good', 'wrong');
    await waitFor(() => expect(screen.queryByText('K7QF-3M9T')).toBeNull());
    expect(screen.getByRole('alert').textContent).toContain('offline');
  });

  it('announces a missing field that has the focus already, else with the field', async () => {
    await showLogin();
    expect(document.activeElement).toBe(findUsername());
    fireEvent.submit(findUsername().form as HTMLFormElement);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Enter your username.');
    fireEvent.input(findUsername(), { target: { value: 'user_good' } });
    screen.getByRole('button', { name: 'Sign in' }).focus();
    submit('user_good', '');
    await waitFor(() => expect(document.activeElement).toBe(findPassword()));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the username, empties the password, focuses it, and shows the error once', async () => {
    await showRefusal('invalid_credentials');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Sandbox Tax didn’t accept this sign-in');
    await waitFor(() => expect(findPassword().value).toBe(''));
    expect(findUsername().value).toBe('user_bad');
    expect(document.activeElement).toBe(findPassword());
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(document.querySelectorAll('.field__error')).toHaveLength(0);
    for (const field of [findUsername(), findPassword()]) {
      expect(field.getAttribute('aria-invalid')).toBe('true');
    }
  });

  it.each([
    ['by itself once the browser is online again', 'consent'],
    ['no more after another try of the user', 'login'],
  ])('retries %s', async (_, shown) => {
    const page = await showRefusal('offline');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
    if (shown === 'login') {
      page.client.login.mockReturnValueOnce(refuse('provider_unavailable'));
      submit('user_good', 'pass_good');
      await waitFor(() => expect(page.shown.problem?.code).toBe('provider_unavailable'));
    }
    await act(async () => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(page.shown.view.kind).toBe(shown));
    expect(page.client.login).toHaveBeenCalledTimes(2);
  });

  it('offers no retry when it cannot help', async () => {
    await showRefusal('account_locked', false);
    await screen.findByText(/has locked this account/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows the test logins and the remaining submissions, for test applications', async () => {
    await showLogin();
    const note = screen.getByRole('note', { name: en.test.title });
    const users = within(note).getByRole('group', { name: en.test.fill });
    expect(within(users).getByRole('button', { name: 'user_good' })).toBeTruthy();
    expect(note.textContent).toContain('Test sign-ins left: 97 of 100.');
  });

  it('fills in the test user that was pressed, and waits for the button', async () => {
    const { client } = await showRefusal('invalid_credentials');
    await waitFor(() => expect(findPassword().value).toBe(''));
    fireEvent.click(screen.getByRole('button', { name: 'user_locked' }));
    expect([findUsername().value, findPassword().value]).toEqual(['user_locked', 'pass_good']);
    expect(findPassword().getAttribute('aria-invalid')).not.toBe('true');
    expect(document.activeElement).toBe(findPassword());
    expect(client.login).toHaveBeenCalledTimes(1);
  });

  it('keeps the input when another language arrives', async () => {
    const flow = await showRefusal('invalid_credentials');
    await waitFor(() => expect(findPassword().value).toBe(''));
    fireEvent.input(findPassword(), { target: { value: 'typed again' } });
    findPassword().focus();
    flow.redraw({ text: es });
    const password = screen.getByLabelText<HTMLInputElement>('Contraseña');
    expect(password.value).toBe('typed again');
    expect(document.activeElement).toBe(password);
    const title = fill(es.notices.invalid_credentials.title, { provider: sandbox.name });
    expect(screen.getByText(title)).toBeTruthy();
  });

  it('does not mention test logins to users of a live application', async () => {
    const application = { name: 'Live Taxes', environment: 'live' } as const;
    await showLogin({ start: answer({ ...startedFlow, application, submissions: null }) });
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('the one-time code', () => {
  const sixDigits = { sent_to: '••• 42', code_length: 6, can_resend: true };

  async function showMfa(asked?: Partial<Challenge>) {
    const login = answer(challenge(asked && { ...sixDigits, ...asked }));
    const page = await reach('mfa', session, { login });
    renderInPage(<CurrentView />, page);
    const field = screen.getByLabelText<HTMLInputElement>('One-time code');
    const type = (value: string) => fireEvent.input(field, { target: { value } });
    const readSent = () => page.client.answer.mock.calls.map(([sent]) => sent.answer);
    return Object.assign(page, { field, type, readSent });
  }

  it('can be filled by the phone, and is sent without spaces', async () => {
    const { client, field, type, readSent } = await showMfa();
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    type(' 123-456 ');
    // The length of the code is unknown.
    expect(client.answer).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(readSent()).toEqual(['123456']);
  });

  const message =
    'Sandbox Tax: do not share this code with anyone, not even with us. Your code to sign in is 123456. It works for 10 minutes.';

  it.each([
    ['of Arabic-Indic digits', '١٢٣٤٥٦'],
    ['of mathematical digits', '𝟏𝟐𝟑𝟜𝟝𝟞'],
    ['with dots', '123.456'],
    ['with a dash that does not break', '123\u2011456'],
    ['with marks of the direction', '\u2066123\u200b456\u2069'],
    ['in a message of the provider', 'Your code is 123-456. It is valid for 10 minutes.'],
    ['in a whole message that was pasted', message],
    ['in an Arabic message', 'رمزك هو ١٢٣٤٥٦'],
    ['in a message that repeats it for the browser', 'Your code is 123456. @tax.example #123456'],
    ['that an input method has written twice', '123456123456'],
  ])('%s is sent in plain digits, and each digit stays in its cell', async (_, value) => {
    const { field, type, readSent } = await showMfa({});
    type(value.slice(0, field.maxLength));
    expect([readSent(), field.value]).toEqual([['123456'], '123456']);
  });

  it('is not chosen among two numbers of its length', async () => {
    const { client, type } = await showMfa({});
    type('123456 or 654321');
    expect(client.answer).not.toHaveBeenCalled();
  });

  it.each(['a1-b2c3', ' a1 b2c3 ', 'a1\u2013b2c3', 'a1\u2212b2c3\u200b', 'ａ１－ｂ２ｃ３'])(
    'of letters and digits gets every key, and waits for the button: %o',
    async (value) => {
      const { client, field, type, readSent } = await showMfa({ characters: 'letters_and_digits' });
      expect(field.inputMode).toBe('text');
      type(value);
      expect(client.answer).not.toHaveBeenCalled();
      fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
      expect(readSent()).toEqual(['a1b2c3']);
    },
  );

  it('announces the error of the code, because the focus stays in its field', async () => {
    const { client, field, type } = await showMfa();
    client.answer.mockReturnValueOnce(refuse('invalid_one_time_code'));
    fireEvent.submit(field.form as HTMLFormElement);
    expect((await screen.findByRole('alert')).textContent).toBe('Enter the code.');
    type('000000');
    fireEvent.submit(field.form as HTMLFormElement);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/is wrong/));
    // The next code replaces it.
    await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]));
  });

  it.each([
    [8, 8],
    [9, 0],
  ])('of %i digits has %i cells, because more would be too narrow', async (code_length, count) => {
    await showMfa({ code_length });
    expect(document.querySelectorAll('.cells > *')).toHaveLength(count);
  });

  it('focuses the field each time that a code is missing', async () => {
    const { field } = await showMfa();
    const button = screen.getByRole('button', { name: 'Continue' });
    for (const _ of [1, 2]) {
      button.focus();
      fireEvent.click(button);
      await waitFor(() => expect(document.activeElement).toBe(field));
    }
  });

  it('of a known length is submitted automatically, once, and again only after a change', async () => {
    const page = await showMfa({});
    const { client, type, readSent } = page;
    client.answer.mockReturnValueOnce(refuse('invalid_one_time_code'));

    type('12345');
    expect(client.answer).not.toHaveBeenCalled();
    type('123-450');
    await screen.findByText(/That code is wrong/);
    type('123 450');
    expect(client.answer).toHaveBeenCalledOnce();
    type('123456');

    expect(readSent()).toEqual(['123450', '123456']);
    await waitFor(() => expect(page.shown.view.kind).toBe('consent'));
  });

  it('announces the automatic submission, and shows where the code went', async () => {
    const { field } = await showMfa({});
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual([
      '6 digits, checked automatically.',
      'Sandbox Tax sent a one-time code to ••• 42.',
    ]);
  });

  it('shows no test code for a provider with its own prompt', async () => {
    await showMfa({ prompt: 'Enter the code of your app.' });
    expect(screen.queryByRole('note')).toBeNull();
    expect(screen.getByText('Enter the code of your app.')).toBeTruthy();
  });

  it('can be sent again after a visible wait, and at once after a wrong one', async () => {
    vi.useFakeTimers();
    const { client, type } = await showMfa({});
    client.resend.mockReturnValue(answer(challenge(sixDigits)));
    const resend = screen.getByRole('button', { name: en.challenge.resend });
    const isBlocked = () => resend.getAttribute('aria-disabled') === 'true';

    expect([isBlocked(), screen.queryByText('in 30 s') !== null]).toEqual([true, true]);
    fireEvent.click(resend);
    expect(client.resend).not.toHaveBeenCalled();
    for (let second = 0; second < 30; second += 1) await pass(1);
    expect(isBlocked()).toBe(false);
    fireEvent.click(resend);
    await pass(0);
    expect(screen.getByText(en.challenge.resent)).toBeTruthy();
    expect([client.resend.mock.calls.length, isBlocked()]).toEqual([1, true]);
    // A phone stops the timers of this page while the user reads the message in another app.
    vi.setSystemTime(Date.now() + 60_000);
    await pass(1);
    expect(isBlocked()).toBe(false);
    fireEvent.click(resend);
    await pass(0);
    expect([client.resend.mock.calls.length, isBlocked()]).toEqual([2, true]);

    client.answer.mockReturnValueOnce(refuse('invalid_one_time_code'));
    type('000000');
    await pass(0);
    expect(isBlocked()).toBe(false);
    client.resend.mockReturnValueOnce(refuse('connection_lost'));
    fireEvent.click(resend);
    await pass(0);
    expect([client.resend.mock.calls.length, isBlocked()]).toEqual([3, false]);
  });

  it.each(['back', 'resend'] as const)('can be sent while %s has to wait', async (name) => {
    vi.useFakeTimers();
    const page = await showMfa({});
    const problem = { code: 'rate_limited', description: '', retryable: true } as const;
    const refusal = { ok: false, problem: { ...problem, wait: startWait(40) } } as const;
    page.client[name].mockResolvedValueOnce(refusal);
    page.dispatch(name === 'back' ? 'goBack' : 'resend');
    await pass(0);
    page.type('000000');
    await pass(0);
    expect(page.readSent()).toEqual(['000000']);
  });

  it('is asked for again by "Try again" after a refused request, also behind a wrong one', async () => {
    vi.useFakeTimers();
    const { client, type } = await showMfa({});
    client.answer.mockReturnValueOnce(refuse('invalid_one_time_code'));
    type('000000');
    await pass(0);
    client.resend.mockReturnValueOnce(refuse('connection_lost'));
    client.resend.mockReturnValueOnce(answer(challenge(sixDigits)));
    fireEvent.click(screen.getByRole('button', { name: en.challenge.resend }));
    await pass(0);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(0);
    expect(client.resend).toHaveBeenCalledTimes(2);
    expect(screen.getByText(en.challenge.resent)).toBeTruthy();
    expect(client.answer).toHaveBeenCalledOnce();
  });
});

describe('too many tries', () => {
  const refuseFor = (seconds: number, code: ProblemCode = 'too_many_attempts') => {
    const problem = { code, description: '', retryable: code === 'rate_limited' };
    return Promise.resolve({
      ok: false as const,
      problem: { ...problem, wait: startWait(seconds) },
    });
  };
  const findSubmit = () => screen.getByRole('button', { name: 'Sign in' });
  const isInert = () => findSubmit().getAttribute('aria-disabled') === 'true';
  /** The sentence that is shown, and the one that is read out. */
  const readNote = () => {
    const alert = screen.getByRole('alert');
    const [seen, heard] = alert.querySelectorAll('[aria-hidden], .visually-hidden');
    return [seen?.textContent, heard?.textContent];
  };

  async function refuseLogin(...[seconds = 40, code]: Partial<Parameters<typeof refuseFor>>) {
    vi.useFakeTimers({ now: 0 });
    const page = await showLogin({ login: refuseFor(seconds, code) });
    findSubmit().focus();
    submit('user_good', 'wrong');
    await pass(0);
    return page;
  }

  it.each([
    ['too_many_attempts', 'Too many sign-in attempts'],
    ['rate_limited', 'Too many attempts'],
  ] as const)(
    'are counted down, and read out three times; then the button works: %s',
    async (code, title) => {
      const { client } = await refuseLogin(40, code);
      const again = (seconds: number) => `Try again in ${seconds} seconds.`;
      expect(screen.getByRole('alert').textContent).toContain(title);
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      expect(readNote()).toEqual([again(40), again(40)]);
      const heard = new Set<string | undefined | null>();
      fireEvent.click(findSubmit());
      for (let second = 1; second < 40; second += 1) {
        await pass(1);
        expect([readNote()[0], isInert()]).toEqual([
          second === 39 ? 'Try again in 1 second.' : again(40 - second),
          true,
        ]);
        heard.add(readNote()[1]);
      }
      expect([...heard]).toEqual([again(40), again(30), again(10)]);
      submit('user_good', 'pass_good');
      expect(client.login).toHaveBeenCalledOnce();
      await pass(1);
      expect(readNote()).toEqual(['You can try again now.', 'You can try again now.']);
      expect([isInert(), document.activeElement]).toEqual([false, findSubmit()]);
      submit('user_good', 'pass_good');
      expect(client.login).toHaveBeenCalledTimes(2);
    },
  );

  it('of one user name do not stop another one, typed or filled in', async () => {
    const { client } = await refuseLogin();
    fireEvent.click(screen.getByRole('button', { name: 'user_slow' }));
    expect(isInert()).toBe(false);
    submit('user_goood', 'pass_good');
    expect(client.login).toHaveBeenCalledTimes(2);
  });

  it('are over after a sleep of the machine', async () => {
    await refuseLogin(91);
    expect(readNote()[0]).toBe('Try again in 2 minutes.');
    await pass(1);
    expect(readNote()[0]).toBe('Try again in 90 seconds.');
    vi.setSystemTime(3_600_000);
    await pass(1);
    expect(isInert()).toBe(false);
  });

  it('are over after the time that the service said, although the clock was set back', async () => {
    await refuseLogin();
    vi.setSystemTime(-3_600_000);
    for (let second = 0; second < 40; second += 1) await pass(1);
    expect(isInert()).toBe(false);
  });

  it.each([
    ['2 attempts left.', 2, en],
    ['1 attempt left.', 1, en],
    ['Queda 1 intento.', 1, es],
    ['بقيت محاولتان.', 2, ar],
  ] as const)('come with a warning before: %s', async (said, triesLeft, text) => {
    const problem = { code: 'invalid_credentials', description: '', retryable: true } as const;
    const login = Promise.resolve({ ok: false as const, problem: { ...problem, triesLeft } });
    const page = await showLogin({ login }, { text });
    await act(async () => page.dispatch('login', credentials));
    expect((await screen.findByRole('alert')).textContent).toContain(said);
  });
});
