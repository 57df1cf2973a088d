// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, within } from '@testing-library/preact';
import type { Share } from 'tax-connect/providers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CurrentView } from '../../../src/connect/page/app.tsx';
import { consentDelayMs, pressPauseMs } from '../../../src/connect/page/consent-guard.ts';
import type { PageContext } from '../../../src/connect/page/page-context.ts';
import { Parties } from '../../../src/connect/page/parts/parties.tsx';
import { type ConsentTermsJson, noTerms } from '../../../src/connect/shapes/flow-answers.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { texts as es } from '../../../src/texts/es.json?page';
import { fill } from '../../../src/texts/fill.ts';
import { reach, type TestPage } from './drive-page.ts';
import { answer, consented, createTestPage, refuse, renderInPage, session } from './support.tsx';

let hasFocus = true;

beforeEach(() => {
  vi.useFakeTimers();
  hasFocus = true;
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function showConsent(
  context: Partial<PageContext> = {},
  shares: readonly Share[] = ['identity', 'returns'],
  terms: ConsentTermsJson = noTerms,
) {
  const login = answer({ ...consented, shares, terms });
  const page = await reach('consent', session, { login });
  renderInPage(<CurrentView />, page, context);
  return page;
}

/** @returns the value in the row of a name */
const readRow = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

const listDecisions = ({ consent }: TestPage['client']) =>
  consent.mock.calls.map(([{ decision }]) => decision);
const find = (name: 'Allow' | 'Deny') => screen.getByRole('button', { name });
const mouse = { pointerType: 'mouse' } as const;
const fireAtDocument = (type: string, init: PointerEventInit = {}) =>
  fireEvent(document.documentElement, new PointerEvent(type, { bubbles: true, ...init }));
const click = (name: 'Allow' | 'Deny', detail = 1) => fireEvent.click(find(name), { detail });

/** Another window comes in front of this one, or the user comes back. */
function setFocus(next: boolean): void {
  hasFocus = next;
  fireEvent(window, new FocusEvent(next ? 'focus' : 'blur'));
}

const pressDown = (pointerType: 'mouse' | 'touch') =>
  fireEvent(find('Allow'), new PointerEvent('pointerdown', { pointerType, bubbles: true }));

/** The events on the page, in its windows and of the clock of the machine. */
const actions = {
  move: () => fireAtDocument('pointermove'),
  // An entry of a mouse ends with its first move.
  enter: () => {
    fireAtDocument('pointerenter', mouse);
    fireAtDocument('pointermove', mouse);
  },
  leave: () => fireAtDocument('pointerleave', mouse),
  down: () => pressDown('mouse'),
  touch: () => pressDown('touch'),
  allow: () => click('Allow'),
  'second click': () => click('Allow', 2),
  key: () => fireEvent.keyDown(document.body, { key: 'Tab' }),
  'held key': () => fireEvent.keyDown(document.body, { key: 'Enter', repeat: true }),
  blur: () => setFocus(false),
  focus: () => setFocus(true),
  'unreported blur': () => {
    hasFocus = false;
  },
  'clock put forward': () => vi.setSystemTime(Date.now() + 3_600_000),
  'clock put back': () => vi.setSystemTime(Date.now() - 7_200_000),
};

/** A number waits for that many milliseconds. */
type Action = keyof typeof actions | number;

function perform(...list: readonly Action[]): void {
  for (const action of list) {
    act(
      () => void (typeof action === 'number' ? vi.advanceTimersByTime(action) : actions[action]()),
    );
  }
}

const repeat = (times: number, ...list: readonly Action[]) =>
  Array.from({ length: times }, () => list).flat();

const settle = () => act(async () => void (await vi.advanceTimersByTimeAsync(0)));

describe('the consent', () => {
  it('can be used each time the browser brings it back from its history', async () => {
    const page = await showConsent();
    page.client.consent.mockReturnValue(new Promise(() => undefined));

    const left = [];
    for (const _ of ['once', 'again']) {
      await act(() => page.dispatch('decide', 'allow'));
      left.push(page.shown.pending);
      await act(() => page.dispatch('restore'));
      left.push(page.shown.pending);
    }

    expect(left).toEqual(['allow', null, 'allow', null]);
  });

  it('shows what is shared, with whom, from which account, for how long and how to end it', async () => {
    await showConsent();
    const text = document.body.textContent ?? '';
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Demo Taxes');
    for (const part of [
      'https://app.example',
      'user_good',
      'Your tax returns',
      en.consent.howLong,
      en.consent.notShared,
      fill(en.consent.revokeBefore, { application: 'Demo Taxes' }),
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each<readonly [string, readonly Share[], readonly string[]]>([
    [
      'everything',
      ['identity', 'returns', 'transcripts', 'forms', 'documents'],
      [
        'Your tax returns',
        'Tax forms such as W-2 and 1099',
        'IRS transcripts',
        'Other tax documents',
        'Your name, address and filing status',
      ],
    ],
    ['less', ['documents', 'transcripts'], ['IRS transcripts', 'Other tax documents']],
  ])('names exactly what the provider shares, the returns first: %s', async (_, shares, lines) => {
    await showConsent({}, shares);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(lines);
  });

  it('says what for, and where to read about privacy, as the application has it', async () => {
    const privacy_url = 'https://app.example/privacy?lang=en';
    await showConsent({}, ['returns'], { ...noTerms, purpose: 'To work out.', privacy_url });
    expect(readRow('Purpose')).toBe('To work out.');
    const link = screen.getByRole('link', { name: 'Privacy' });
    const attributes = ['href', 'target', 'rel'].map((name) => link.getAttribute(name));
    expect(attributes).toEqual([privacy_url, '_blank', 'noopener noreferrer']);
  });

  it.each([
    ['in the language of the page', 'en', 'To work out your loan.', 'en'],
    ['in that for all other languages', 'fr', 'To help.', ''],
  ])('says what for %s', async (...[, language, sentence, lang]) => {
    const purpose = { default: 'To help.', [language]: 'To work out your loan.' };
    await showConsent({}, ['returns'], { ...noTerms, purpose });
    expect(screen.getByText(sentence).lang).toBe(lang);
  });

  it('says what for in the language of the page before a link is begun, too', async () => {
    const purpose = { default: 'To help.', es: 'Para ayudarte.' };
    const link = { status: 'open', purpose, locale: null, redirect_host: null } as const;
    const again = { ...link, connects_again: true };
    const page = createTestPage({ place: { name: 'alone' }, link: again });
    renderInPage(<CurrentView />, page, { text: es });
    expect(screen.getByText('Para ayudarte.').lang).toBe('es');
    const title = fill(es.link.titleAgain, { application: 'Demo Taxes' });
    expect(screen.getByRole('heading').textContent).toBe(title);
  });

  it('sends the text that was read with the decision, without the name of the account', async () => {
    const terms = { ...noTerms, purpose: 'To work out your loan.', consent_days: 90 };
    const { client } = await showConsent({}, ['returns', 'forms'], terms);
    const title = screen.getByRole('heading', { level: 1 }).textContent;
    const values = screen.getAllByRole('definition').map((value) => {
      const lines = within(value).queryAllByRole('listitem');
      const shown = within(value).queryByText(/^Through/) ?? value;
      return lines.map(({ textContent }) => textContent).join(', ') || shown.textContent;
    });
    const rows = screen
      .getAllByRole('term')
      .map(({ textContent }, index) => `${textContent}: ${values[index]}`);
    perform('move', consentDelayMs, 'allow');
    expect(rows).toContain('Data: Your tax returns, Tax forms such as W-2 and 1099');
    expect(rows).toContain('Purpose: To work out your loan.');
    expect(client.consent.mock.calls[0]?.[0]).toEqual({
      decision: 'allow',
      locale: 'en',
      text: [title, ...rows, en.consent.notShared].join('\n'),
    });
  });

  it('leads to where access is ended, in another tab, without a press on Details', async () => {
    await showConsent();
    const link = screen.getByRole('link', { name: 'See and end access' });
    expect(link.getAttribute('href')).toBe('/manage');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.closest('details')).toBeNull();
    // The address is in small print, for a person who has no link later.
    expect(readRow('To stop sharing')).toContain(`or at ${window.location.host}/manage.`);
  });

  it.each([
    [null, en.consent.howLong],
    [1, '1 day, unless you end it sooner.'],
    [90, '90 days, unless you end it sooner.'],
  ])('says how long access lasts, for %s days: %s', async (consent_days, text) => {
    await showConsent({}, ['returns'], { ...noTerms, consent_days });
    expect(readRow('How long')).toBe(text);
  });

  it('has no row for what the application does not say', async () => {
    await showConsent();
    expect(screen.queryByText('Purpose')).toBeNull();
    expect(screen.queryByRole('link', { name: en.consent.privacy })).toBeNull();
  });

  it('names the redirect host if there is no verified origin', async () => {
    await showConsent({ origin: null, redirectHost: 'back.example' });
    expect(document.body.textContent).toContain('Returns you toback.example');
  });

  it('gives both buttons the same style and focuses neither', async () => {
    await showConsent();
    expect(find('Allow').className).toBe(find('Deny').className);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('sends the same decision again when the user retries', async () => {
    const { bridge, client } = await showConsent();
    client.consent.mockReturnValueOnce(refuse('connection_lost'));
    perform('move', consentDelayMs, 'allow');
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(listDecisions(client)).toEqual(['allow', 'allow']);
    expect(bridge.sendCode).toHaveBeenCalledOnce();
  });
});

const readSign = () => screen.getByRole('status').textContent;
const isInert = (name: 'Allow' | 'Deny') => find(name).getAttribute('aria-disabled') === 'true';

describe('the buttons of the consent', () => {
  it.each(['Allow', 'Deny'] as const)(
    'refuse %s before it was visible for a while, and accept it then',
    { tags: ['control-17'] },
    async (name) => {
      const { client } = await showConsent();
      perform('move', consentDelayMs - 1);
      expect(isInert(name)).toBe(true);
      click(name);
      expect(client.consent).not.toHaveBeenCalled();
      expect(readSign()).toBe(`Press “${name}” again.`);
      perform(1);
      expect(isInert(name)).toBe(false);
      perform(pressPauseMs);
      click(name);
      expect(listDecisions(client)).toEqual([name.toLowerCase()]);
    },
  );

  it('need a movement and the whole time again when they were hidden', async () => {
    let report = (_isShown: boolean) => {};
    const watchShown: PageContext['watchShown'] = (_element, _share, onChange) => {
      report = onChange;
      return () => undefined;
    };
    const { client } = await showConsent({ watchShown });
    const show = (isShown: boolean) => void act(() => report(isShown));
    for (const _ of ['first', 'hidden in between']) {
      perform('move');
      show(true);
      perform(consentDelayMs, 'allow');
      expect(readSign()).toBe('Press “Allow” again.');
      show(false);
      perform('allow');
      expect(readSign()).toBe('');
    }
    show(true);
    perform('move', consentDelayMs - 1);
    // A repeated report.
    show(true);
    perform('allow');
    expect(client.consent).not.toHaveBeenCalled();
    perform(pressPauseMs, 'allow');
    expect(client.consent).toHaveBeenCalledOnce();
  });

  it('ask for another press when a pointer has jumped onto one, which then counts', async () => {
    const { client } = await showConsent();
    perform(60_000, 'enter', consentDelayMs);
    expect(readSign()).toBe('');
    perform('down', 'allow');
    expect([readSign(), listDecisions(client)]).toEqual(['Press “Allow” again.', []]);
    perform(consentDelayMs, 'down', 'allow');
    expect(listDecisions(client)).toEqual(['allow']);
  });

  it('refuse Allow, and not Deny, without the focus, and show it', async () => {
    const { client } = await showConsent({ surface: 'popup' });
    perform(consentDelayMs, 'blur', consentDelayMs, 'move');
    expect([isInert('Allow'), isInert('Deny')]).toEqual([true, false]);
    perform('allow');
    expect(client.consent).not.toHaveBeenCalled();
    click('Deny');
    expect(listDecisions(client)).toEqual(['deny']);
  });

  type Refusal = [
    what: string,
    surface: PageContext['surface'],
    refused: readonly Action[],
    accepted?: readonly Action[],
  ];

  /** The first actions allow nothing. The control: the same user does after others. */
  const checkRefusal = async (...[, surface, refused, accepted]: Refusal) => {
    const { client } = await showConsent({ surface });
    perform(...refused);
    expect(listDecisions(client)).toEqual([]);
    perform(...(accepted ?? [consentDelayMs, 'move', 'allow']));
    expect(listDecisions(client)).toEqual(['allow']);
  };
  const delay = consentDelayMs;
  const pause = pressPauseMs;
  const early = ['move', delay - 1] as const;
  const slowly = repeat(100, delay - 1, 'allow');
  const quickly = repeat(20, pause - 1, 'move', 'allow');
  const unfocused = ['move', delay, 'unreported blur', 'allow'] as const;

  it.each<Refusal>([
    ['a clock that is put forward', 'frame', [...early, 'clock put forward', 'allow']],
    ['a press before its time', 'frame', [...early, 'allow'], ['clock put back', pause, 'allow']],
    ['a double click without an earlier movement', 'frame', [60_000, 'down', 'second click']],
    ['a user who keeps clicking in one place', 'frame', slowly, [delay, 'allow']],
    ['a user who keeps pressing since the sign-in and moves', 'frame', quickly, [pause, 'allow']],
    ['a key that is held down since the previous step', 'frame', [delay, 'held key', 'allow']],
    ['a press that brings the focus', 'popup', ['blur', 'down', 'focus', 'move', 'allow']],
    ['the time before a mouse comes in', 'popup', [60_000, 'enter', delay - 1, 'move', 'allow']],
    ['the move with which a mouse comes in', 'popup', [60_000, 'enter', delay, 'allow']],
    ['an entry without the focus', 'frame', ['blur', 'enter', delay, 'enter', 'move', 'allow']],
    ['a window without the focus', 'popup', unfocused, ['focus', delay, 'move', 'allow']],
  ])('allow nothing for %s, in a %s', { tags: ['threat-17'] }, checkRefusal);

  const closedAtFirst = ['move', 'blur', 60_000, 'focus', 'enter', 'move', 'down'] as const;
  const back = ['focus', 'move', 'down'] as const;
  // The traces were recorded in Chromium 156 with real pointers of an X server. A window above covers Allow, and closes
  // when the mouse comes near, or at the first click of two. The page below gets no events of the window above.
  const inPicture = [5595, 'leave', 1847, 'enter', 107, 'down', 1, 'allow'] as const;
  const ofSelect = [2889, 'leave', 4968, 'enter', 130, 'down', 3, 'focus', 1, 'allow'] as const;
  const ready = ['enter', delay, 'move'] as const;
  it.each<Refusal>([
    ['closes at the first click', 'popup', [...closedAtFirst, 'second click']],
    ['closes at the first click', 'redirect', [...closedAtFirst, 'second click']],
    ['gives the focus back early', 'frame', ['down', 'blur', 60_000, ...back, 'second click']],
    ['shows a picture in picture', 'popup', [...ready, ...inPicture]],
    ['shows a picture in picture', 'frame', [...ready, ...inPicture]],
    // The host's page has the focus.
    ['is the list of a select', 'frame', ['blur', ...ready, ...ofSelect]],
  ])('start anew when a window above %s, in a %s', { tags: ['threat-50'] }, checkRefusal);

  it.each<readonly [what: string, surface: PageContext['surface'], list: readonly Action[]]>([
    // A press in a frame takes the focus from the host's page.
    ['a press by mouse', 'frame', ['blur', ...ready, 'down', 'focus', 'allow']],
    ['a press after a key', 'frame', [delay, 'key', 'allow']],
    ['a press by touch', 'frame', ['blur', delay, 'touch', 'focus', 'allow']],
    // WebKit reports another entry, without a leave, when an element below the mouse is removed.
    ['a mouse that has stayed', 'popup', ['enter', delay, 'enter', 'move', 'allow']],
    ['a mouse that has stayed', 'frame', ['enter', delay, 'enter', 'move', 'allow']],
  ])('accept %s in a %s', { tags: ['control-50'] }, async (...[, surface, list]) => {
    const { client } = await showConsent({ surface });
    perform(...list);
    expect(listDecisions(client)).toEqual(['allow']);
  });
});

describe('the marks', () => {
  it.each([
    ['/connect/logos/abc', true],
    ['https://logos.example/connect/logos/abc', false],
    ['//logos.example/abc', false],
    [null, false],
  ])('show a logo only from the service itself: %s', (logo, isShown) => {
    const parties = <Parties provider={{ name: 'Ledgerly', logo }} />;
    const { container } = renderInPage(parties, createTestPage());
    const picture = container.querySelector('img');
    expect(picture !== null).toBe(isShown);
    expect(container.textContent?.includes('L')).toBe(!isShown);
    // It cannot be loaded.
    if (picture) fireEvent.error(picture);
    expect(container.textContent).toContain('L');
  });
});
