// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CurrentView } from '../../../src/connect/page/app.tsx';
import { BrokenView } from '../../../src/connect/page/views/failure-view.tsx';
import type { Challenge, SelectedProvider } from '../../../src/connect/shapes/flow-answers.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { fill as fillText } from '../../../src/texts/fill.ts';
import { texts as ptBR } from '../../../src/texts/pt-BR.json?page';
import { type Answers, reach, type TestPage } from './drive-page.ts';
import {
  answer,
  challenge,
  consented,
  refuse,
  renderInPage,
  session,
  siteProvider,
} from './support.tsx';

const accepted = answer(consented);
/** The approval on another device is not given yet. */
const pending = { id: 'first', kind: 'push', can_resend: true } as const;
const noParties = { application: 'Demo Taxes', provider: 'Sandbox Tax', domain: 'sandbox.example' };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Shows a provider's login. The service refuses to lead to the provider's site. */
async function openLogin(
  login: Partial<SelectedProvider> = {},
  answers: Answers = {},
  more: Parameters<typeof renderInPage>[2] = {},
) {
  const page = await reach('login', session, {
    ...answers,
    provider: answer({ step: 'login', provider: { ...siteProvider, ...login } }),
    authorize: refuse('provider_unavailable'),
  });
  renderInPage(<CurrentView />, page, more);
  return page;
}

/** Signs in with a username and a password, which leads to a challenge. */
async function openChallenge(given: Partial<Challenge>, login: Partial<SelectedProvider> = {}) {
  const { client } = await openLogin(login);
  const asked = { ...pending, prompt: 'Pick a phone.', can_resend: false, ...given };
  client.login.mockReturnValue(answer(challenge(asked)));
  fill('Username', 'user_mfa');
  fill('Password', 'pass_good');
  press('Sign in');
  return client;
}

const fill = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const readField = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const findConsent = () => screen.findByRole('button', { name: 'Allow' });

describe('a login with fields of the provider', () => {
  const listLogins = ({ login }: TestPage['client']) => login.mock.calls.map(([sent]) => sent);
  const fields = [
    { name: 'member', label: { en: 'Member number', es: 'Número' }, type: 'email' as const },
    { name: 'pin', label: 'PIN', type: 'password' as const },
  ];

  /** Fills in the fields, and presses the button. */
  const send = (...values: readonly string[]) => {
    for (const [index, label] of ['Member number', 'PIN'].entries())
      fill(label, values[index] ?? '');
    press('Sign in');
  };

  it('names them in the page’s language, and sends them under the provider’s names', async () => {
    const { client } = await openLogin({ fields }, { login: accepted });

    send(' 4711 ', ' 12 ');

    await findConsent();
    expect(listLogins(client)).toEqual([{ member: '4711', pin: ' 12 ' }]);
  });

  it.each([
    ['its country', { en: 'PIN', pt: 'Senha', 'pt-BR': 'Senha do banco' }, 'Senha do banco'],
    ['its language', { en: 'PIN', pt: 'Senha' }, 'Senha'],
    ['English', { en: 'PIN', es: 'Clave' }, 'PIN'],
  ])('have labels of %s on a page in Brazilian Portuguese', async (_, label, shown) => {
    await openLogin({ fields: [{ name: 'pin', label }] }, {}, { text: ptBR });
    expect(screen.getByLabelText(shown)).toBeTruthy();
  });

  it('marks each empty one, focuses the first of them, and sends nothing', async () => {
    const { client } = await openLogin({ fields });

    send('4711');

    await screen.findByText('Fill in this field.');
    expect(document.activeElement).toBe(screen.getByLabelText('PIN'));
    expect(client.login).not.toHaveBeenCalled();
  });

  it('keeps all but passwords after a refusal, which cannot be repeated unchanged', async () => {
    await openLogin({ fields }, { login: refuse('invalid_credentials') });

    send('4711', '12');

    const refusal = fillText(en.notices.invalid_credentials.title, noParties);
    expect((await screen.findByRole('alert')).textContent).toContain(refusal);
    await expect.poll(() => readField('PIN')).toBe('');
    expect(readField('Member number')).toBe('4711');
    expect(screen.getByLabelText('PIN').getAttribute('aria-invalid')).not.toBe('true');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('keeps everything when the provider fails, and one press tries again', async () => {
    const { client } = await openLogin({ fields }, { login: refuse('provider_unavailable') });
    send('4711', '12');
    await screen.findByRole('alert');

    // The form's button is the only one.
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    press('Sign in');

    await findConsent();
    expect(listLogins(client)).toEqual(Array(2).fill({ member: '4711', pin: '12' }));
  });

  it('shows and hides what is typed into a password, in a translated page, too', async () => {
    await openLogin({ fields });
    const label = screen.getByText('Show');
    const translation = document.createElement('font');
    translation.append(...label.childNodes);
    label.append(translation.cloneNode(true));

    const types = ['Show', 'Hide'].map((name) => {
      press(name);
      return screen.getByLabelText('PIN').getAttribute('type');
    });

    expect(types).toEqual(['text', 'password']);
  });
});

it('a login at the provider’s site stays on the page when the provider cannot be reached, and can be tried again', async () => {
  const { client, openSite } = await openLogin({ login: 'redirect' });
  screen.getByText(/opens its own page and brings you back here/);
  await screen.findByText(fillText(en.notices.provider_unavailable.title, noParties));
  expect(openSite).not.toHaveBeenCalled();
  client.authorize.mockReturnValue(answer({ url: 'https://sandbox.example/login' }));
  press('Continue to Sandbox Tax');
  await expect.poll(() => openSite.mock.calls.length).toBe(1);
});

describe('the note for tests', () => {
  const hint = 'Sign in as test@fake.example.';
  const own = { is_simulated: false, hint } as const;
  const readNote = () => screen.queryByRole('note', { name: en.test.title })?.textContent ?? '';
  const fields = [{ name: 'pin', label: 'PIN' }];

  it.each([
    ['a login', {}],
    ['a login with fields', { fields }],
    ['a login at the provider’s site', { login: 'redirect' as const }],
  ])(
    'has the hint of a plug-in at %s, and the test logins at a simulated one',
    async (_, login) => {
      await openLogin({ ...login, ...own });
      const ofPlugin = readNote();
      cleanup();
      await openLogin({ ...login, is_simulated: true, hint: null });

      expect(ofPlugin).toContain(hint);
      expect(ofPlugin).not.toContain('good');
      expect(readNote()).toContain('good');
      expect(readNote()).not.toContain(hint);
    },
  );

  it('has a button for the code of the simulated providers, at those only', async () => {
    const code = { kind: 'code', prompt: '', code_length: 6 } as const;
    await openChallenge(code, { is_simulated: false, hint: null });
    await screen.findByLabelText('One-time code');
    const others = readNote();
    cleanup();
    const client = await openChallenge(code, { is_simulated: true, hint: null });
    fireEvent.click(await screen.findByRole('button', { name: '123456' }));

    expect(others).toBe('');
    expect(client.answer.mock.calls[0]?.[0]).toMatchObject({ answer: '123456' });
  });
});

describe('the heading of a challenge', () => {
  const titles = en.challenge;
  it.each([
    ['code', en.mfa.title],
    ['choice', titles.choiceTitle],
    ['question', titles.questionTitle],
    ['push', titles.pushTitle],
  ] as const)('is the title of the provider, or the one of the page: %s', async (kind, usual) => {
    const options = kind === 'choice' ? ['Phone', 'Mail'] : [];
    await openChallenge({ kind, options, title: 'Pick <one>' });
    await screen.findByRole('heading', { level: 1, name: 'Pick <one>' });
    cleanup();
    await openChallenge({ kind, options });

    await screen.findByRole('heading', { level: 1, name: usual });
  });
});

describe('a choice', () => {
  const options = ['Text message', { value: 'app', label: 'App', detail: 'On your phone' }];

  it('offers the provider’s options, and sends the value of the chosen one', async () => {
    const client = await openChallenge({ kind: 'choice', options });
    const group = within(await screen.findByRole('radiogroup', { description: 'Pick a phone.' }));
    client.answer.mockReturnValue(accepted);
    const labels = group.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);

    fireEvent.click(group.getByRole('radio', { name: /^App/ }));
    press('Continue');

    await findConsent();
    expect(labels).toEqual(['Text message', 'AppOn your phone']);
    expect(client.answer.mock.calls[0]?.[0]).toMatchObject({
      answer: 'app',
      challenge_id: 'first',
    });
  });

  it('is asked for when nothing is chosen', async () => {
    const client = await openChallenge({ kind: 'choice', options });
    await screen.findByRole('radiogroup');

    press('Continue');

    expect((await screen.findByRole('alert')).textContent).toBe('Choose one of these.');
    await expect.poll(() => document.activeElement?.getAttribute('value')).toBe('Text message');
    expect(client.answer).not.toHaveBeenCalled();
  });
});

it.each([
  ['code', 'One-time code'],
  ['question', 'Your answer'],
] as const)('a second challenge of the same kind starts empty: %s', async (kind, label) => {
  const client = await openChallenge({ kind, prompt: 'The first one' });
  await screen.findByLabelText(label);
  fill(label, '123456');
  const next = { ...pending, id: 'second', kind, prompt: 'The second one' };
  client.answer.mockReturnValue(answer(challenge(next)));

  press('Continue');

  await screen.findByText('The second one');
  expect(readField(label)).toBe('');
});

it('a question needs an answer, and explains a wrong one at its field', async () => {
  const client = await openChallenge({ kind: 'question', prompt: 'Pet?' });
  await screen.findByLabelText('Your answer');
  press('Continue');
  const first = (await screen.findByRole('alert')).textContent;
  const before = client.answer.mock.calls.length;
  client.answer.mockReturnValue(refuse('invalid_answer'));

  fill('Your answer', ' Max ');
  press('Continue');

  const wrong = fillText(en.notices.invalid_answer.title, noParties);
  await screen.findByText(wrong);
  await expect.poll(() => document.activeElement?.id).toBe('answer');
  expect([first, before]).toEqual(['Enter your answer.', 0]);
  expect(client.answer.mock.calls[0]?.[0]).toMatchObject({ answer: 'Max', challenge_id: 'first' });
  expect(readField('Your answer')).toBe(' Max ');
});

describe('an approval on another device', () => {
  /** The page that waits, while the test moves the time. */
  async function openPush() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const client = await openChallenge({ kind: 'push', prompt: '' });
    await screen.findByRole('heading', { name: 'Approve the sign-in' });
    return client;
  }

  it('is asked about until it is given', async () => {
    const client = await openPush();
    screen.getByText(/Sandbox Tax has asked you to approve this sign-in/);
    client.answer.mockReturnValue(answer(challenge(pending)));
    await vi.advanceTimersByTimeAsync(5500);
    const asked = client.answer.mock.calls.length;
    client.answer.mockReturnValue(accepted);

    await vi.advanceTimersByTimeAsync(5500);

    screen.getByRole('button', { name: 'Allow' });
    expect(asked).toBeGreaterThan(0);
    expect(client.answer.mock.calls[0]?.[0]).toMatchObject({ answer: '', challenge_id: 'first' });
  });

  it('is asked about again when the phone has cut the connection, and the cut is told if it lasts', async () => {
    const client = await openPush();
    client.answer.mockReturnValue(refuse('connection_lost'));
    await vi.advanceTimersByTimeAsync(4000);
    const told = screen.queryByRole('alert');
    client.answer.mockReturnValue(answer(challenge(pending)));
    await vi.advanceTimersByTimeAsync(4000);
    const isStillAsked = screen.queryByRole('alert') === null;
    client.answer.mockReturnValue(refuse('connection_lost'));
    client.answer.mockReturnValueOnce(refuse('timeout'));
    await vi.advanceTimersByTimeAsync(20_000);

    expect([told, isStillAsked]).toEqual([null, true]);
    expect(screen.getByRole('alert').textContent).toContain(en.notices.connection_lost.title);
    client.answer.mockReturnValue(accepted);
    press('Try again');
    await findConsent();
  });

  it('is asked about again when the phone has stopped the page for longer than that', async () => {
    const client = await openPush();
    client.answer.mockReturnValue(accepted);
    client.answer.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return refuse('timeout');
    });
    await vi.advanceTimersByTimeAsync(65_000);
    await findConsent();
  });

  it('says on which device, and how long it can be given', async () => {
    const told = { prompt: '', sent_to: 'Pixel 9', expires_in: 300 };
    await openChallenge({ kind: 'push', ...told });
    const lead = await screen.findByText(/approve this sign-in on/);
    expect(lead.textContent).toBe('Sandbox Tax has asked you to approve this sign-in on Pixel 9.');
    screen.getByText('Waiting up to 5 minutes for your approval…');
    // In Arabic, the sign of a number such as +1 would be drawn behind it.
    expect(screen.getByText('Pixel 9').dir).toBe('ltr');
  });

  it('can be cancelled, which stops the questions', async () => {
    const client = await openPush();

    press('Cancel the sign-in');

    await screen.findByRole('button', { name: 'Sign in' });
    expect(client.back).toHaveBeenCalledOnce();
    expect(client.answer).not.toHaveBeenCalled();
  });

  it('that is refused is explained, and is not asked about again', async () => {
    const client = await openPush();
    client.answer.mockReturnValue(refuse('not_approved', false));

    await vi.advanceTimersByTimeAsync(20_000);

    expect(screen.getByRole('alert').textContent).toContain('The sign-in was not approved');
    expect(client.answer).toHaveBeenCalledOnce();
  });
});

it.each([
  ['session_expired', ['Start again']],
  ['unknown_client', []],
] as const)(
  'a document without a flow says so, and loads another only if that can help: %s',
  (problem, buttons) => {
    const restart = vi.fn();
    render(
      <BrokenView text={en} problem={problem} restart={buttons.length > 0 ? restart : null} />,
    );
    const alert = within(screen.getByRole('alert'));
    alert.getByRole('heading', { name: fillText(en.notices[problem].title, noParties) });

    for (const button of screen.queryAllByRole('button')) fireEvent.click(button);

    expect(restart).toHaveBeenCalledTimes(buttons.length);
  },
);
