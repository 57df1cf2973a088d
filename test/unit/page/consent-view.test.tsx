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
import { fill } from '../../../src/texts/fill.ts';
import {
  answer,
  consented,
  createTestFlow,
  embeddedStart,
  refuse,
  renderInPage,
} from './support.tsx';

let listening = new AbortController();
let hasFocus = true;

beforeEach(() => {
  vi.useFakeTimers();
  listening = new AbortController();
  hasFocus = true;
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
});

afterEach(() => {
  cleanup();
  listening.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function showConsent(
  context: Partial<PageContext> = {},
  shares: readonly Share[] = ['identity', 'returns'],
  terms: ConsentTermsJson = noTerms,
) {
  const flow = createTestFlow();
  flow.client.login.mockReturnValueOnce(answer({ ...consented, shares, terms }));
  await flow.user.start(embeddedStart);
  await flow.user.selectProvider('sandbox');
  await flow.user.login({ username: 'user_good', password: 'pass_good' });
  renderInPage(<CurrentView />, flow, context);
  return flow;
}

/** @returns the value in the row of a name */
const readRow = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

type TestClient = ReturnType<typeof createTestFlow>['client'];
const listDecisions = ({ consent }: TestClient) =>
  consent.mock.calls.map(([{ decision }]) => decision);
const find = (name: 'Allow' | 'Deny') => screen.getByRole('button', { name });
function wait(ms: number): void {
  void act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const moveMouse = () => fireEvent(document, new PointerEvent('pointermove'));

/** A mouse comes into the page. That ends with its first move. */
function enterMouse(): void {
  const mouse = { pointerType: 'mouse' } as const;
  void act(() => {
    fireEvent(document.documentElement, new PointerEvent('pointerenter', mouse));
    fireEvent(document, new PointerEvent('pointermove', mouse));
  });
}

/** Another window comes in front of this one, or the user comes back. */
function setFocus(next: boolean): void {
  hasFocus = next;
  void act(() => {
    fireEvent(window, new FocusEvent(next ? 'focus' : 'blur'));
  });
}

function press(name: 'Allow' | 'Deny', pointerType: 'mouse' | 'touch'): void {
  fireEvent(find(name), new PointerEvent('pointerdown', { pointerType, bubbles: true }));
}

async function settle(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
}

describe('the consent', () => {
  it('can be used each time the browser brings it back from its history', async () => {
    const page = await showConsent();
    const { client, user } = page;
    client.consent.mockReturnValue(new Promise(() => undefined));

    const left = [];
    for (const _ of ['once', 'again']) {
      await act(() => user.decide('allow'));
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

  it('says what for, until when, and where to read about privacy, as the application has it', async () => {
    await showConsent({}, ['returns'], {
      purpose: 'To work out your loan.',
      privacy_url: 'https://app.example/privacy?lang=en',
      consent_days: 90,
    });
    expect(readRow('Purpose')).toBe('To work out your loan.');
    expect(readRow('How long')).toBe('90 days, unless you end it sooner.');
    const link = screen.getByRole('link', { name: 'Privacy' });
    expect(link.getAttribute('href')).toBe('https://app.example/privacy?lang=en');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    ['en', 'To work out your loan.', 'en'],
    ['de', 'To help.', ''],
  ])(
    'says what for in the language of the page, or in that for all others: %s',
    async (locale, sentence, lang) => {
      const purpose = {
        default: 'To help.',
        [locale === 'en' ? 'en' : 'fr']: 'To work out your loan.',
      };
      await showConsent({}, ['returns'], { ...noTerms, purpose });
      expect(screen.getByText(sentence).lang).toBe(lang);
    },
  );

  it('sends the text that was read with the decision, without the name of the account', async () => {
    const { client } = await showConsent({}, ['returns', 'forms'], {
      purpose: 'To work out your loan.',
      privacy_url: null,
      consent_days: 90,
    });
    const title = screen.getByRole('heading', { level: 1 }).textContent;
    const values = screen.getAllByRole('definition').map((value) => {
      const lines = within(value).queryAllByRole('listitem');
      const shown = within(value).queryByText(/^Through/) ?? value;
      return lines.map(({ textContent }) => textContent).join(', ') || shown.textContent;
    });
    const rows = screen
      .getAllByRole('term')
      .map(({ textContent }, index) => `${textContent}: ${values[index]}`);
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
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

  it('says one day as one day', async () => {
    await showConsent({}, ['returns'], { ...noTerms, consent_days: 1 });
    expect(readRow('How long')).toBe('1 day, unless you end it sooner.');
  });

  it('has no row for what the application does not say', async () => {
    await showConsent();
    expect(screen.queryByText('Purpose')).toBeNull();
    expect(screen.queryByRole('link', { name: en.consent.privacy })).toBeNull();
    expect(readRow('How long')).toBe(en.consent.howLong);
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

  it.each(['Allow', 'Deny'] as const)(
    'refuses %s before it was visible for a while, and accepts it then',
    { tags: ['control-17'] },
    async (name) => {
      const { client } = await showConsent();
      moveMouse();
      wait(consentDelayMs - 1);
      expect(find(name).getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(find(name));
      expect(client.consent).not.toHaveBeenCalled();
      wait(1);
      expect(find(name).getAttribute('aria-disabled')).toBe('false');
      wait(pressPauseMs);
      fireEvent.click(find(name));
      expect(listDecisions(client)).toEqual([name.toLowerCase()]);
    },
  );

  it('stays inert when the wall clock jumps', async () => {
    const { client } = await showConsent();
    moveMouse();
    wait(consentDelayMs - 1);
    vi.setSystemTime(Date.now() + 3_600_000);
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() - 7_200_000);
    wait(pressPauseMs);
    fireEvent.click(find('Allow'));
    expect(client.consent).toHaveBeenCalledOnce();
  });

  it('refuses a click without an earlier movement, such as a double click', {
    tags: ['threat-17'],
  }, async () => {
    const { client } = await showConsent();
    wait(60_000);
    fireEvent(find('Allow'), new PointerEvent('pointerdown', { pointerType: 'mouse' }));
    fireEvent.click(find('Allow'), { detail: 2 });
    expect(client.consent).not.toHaveBeenCalled();
    wait(consentDelayMs);
    fireEvent.keyDown(document.body, { key: 'Tab' });
    fireEvent.click(find('Allow'));
    expect(client.consent).toHaveBeenCalledOnce();
  });

  it('allows nothing to a user who keeps clicking in one place', {
    tags: ['threat-17'],
  }, async () => {
    const { client } = await showConsent();
    for (let click = 0; click < 100; click += 1) {
      wait(consentDelayMs - 1);
      fireEvent.click(find('Allow'));
    }
    expect(client.consent).not.toHaveBeenCalled();
    // The control: the same user, after a pause.
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    expect(client.consent).toHaveBeenCalledOnce();
  });

  it('allows nothing to a user who keeps pressing since the sign-in, with a pointer that moves', async () => {
    const { client } = await showConsent();
    for (let click = 0; click < 20; click += 1) {
      wait(pressPauseMs - 1);
      moveMouse();
      fireEvent.click(find('Allow'));
    }
    expect(client.consent).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Press “Allow” again.');
    // The control: the same user, after a pause.
    wait(pressPauseMs);
    fireEvent.click(find('Allow'));
    expect(client.consent).toHaveBeenCalledOnce();
  });

  it('needs a movement and the whole time again when its buttons were hidden', async () => {
    let report = (_isShown: boolean) => {};
    const watchShown: PageContext['watchShown'] = (_element, _share, onChange) => {
      report = onChange;
      return () => undefined;
    };
    const { client } = await showConsent({ watchShown });
    const show = (isShown: boolean) => void act(() => report(isShown));
    for (const _ of ['first', 'hidden in between']) {
      moveMouse();
      show(true);
      wait(consentDelayMs);
      fireEvent.click(find('Allow'));
      expect(screen.getByRole('status').textContent).toBe('Press “Allow” again.');
      show(false);
      fireEvent.click(find('Allow'));
      expect(screen.getByRole('status').textContent).toBe('');
    }
    show(true);
    moveMouse();
    wait(consentDelayMs - 1);
    // A repeated report.
    show(true);
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
    wait(pressPauseMs);
    fireEvent.click(find('Allow'));
    expect(client.consent).toHaveBeenCalledOnce();
  });

  it('asks for another press when a pointer has jumped onto the button, which then counts', async () => {
    const { client } = await showConsent();
    const sign = screen.getByRole('status');
    wait(60_000);
    enterMouse();
    wait(consentDelayMs);
    expect(sign.textContent).toBe('');
    press('Allow', 'mouse');
    fireEvent.click(find('Allow'), { detail: 1 });
    expect(client.consent).not.toHaveBeenCalled();
    expect(sign.textContent).toBe('Press “Allow” again.');
    wait(consentDelayMs);
    press('Allow', 'mouse');
    fireEvent.click(find('Allow'), { detail: 1 });
    expect(listDecisions(client)).toEqual(['allow']);
  });

  it('ignores a key that is held down since the previous step', async () => {
    const { client } = await showConsent();
    wait(consentDelayMs);
    fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
  });

  it('sends the same decision again when the user retries', async () => {
    const { client, reporter } = await showConsent();
    client.consent.mockReturnValueOnce(refuse('connection_lost'));
    moveMouse();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(listDecisions(client)).toEqual(['allow', 'allow']);
    expect(reporter.onCode).toHaveBeenCalledOnce();
  });
});

describe('the consent below another window', () => {
  it.each(['popup', 'redirect'] as const)(
    'refuses the second click of two when the window closes at the first: %s',
    { tags: ['threat-50'] },
    async (surface) => {
      const { client } = await showConsent({ surface });
      moveMouse();
      setFocus(false);
      wait(60_000);
      setFocus(true);
      enterMouse();
      moveMouse();
      press('Allow', 'mouse');
      fireEvent.click(find('Allow'), { detail: 2 });
      expect(client.consent).not.toHaveBeenCalled();
      wait(consentDelayMs);
      moveMouse();
      fireEvent.click(find('Allow'), { detail: 1 });
      expect(listDecisions(client)).toEqual(['allow']);
    },
  );

  it('refuses Allow, and not Deny, without the focus, and shows it', async () => {
    const { client } = await showConsent({ surface: 'popup' });
    wait(consentDelayMs);
    setFocus(false);
    wait(consentDelayMs);
    moveMouse();
    expect(find('Allow').getAttribute('aria-disabled')).toBe('true');
    expect(find('Deny').getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
    fireEvent.click(find('Deny'));
    expect(listDecisions(client)).toEqual(['deny']);
  });

  it('refuses Allow without the focus, even when the browser did not report the loss', async () => {
    const { client } = await showConsent({ surface: 'popup' });
    moveMouse();
    wait(consentDelayMs);
    hasFocus = false;
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
  });

  it('accepts Allow a moment after the press that brings the focus to a popup', async () => {
    const { client } = await showConsent({ surface: 'popup' });
    setFocus(false);
    press('Allow', 'mouse');
    setFocus(true);
    moveMouse();
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
    wait(consentDelayMs);
    fireEvent.click(find('Allow'));
    expect(listDecisions(client)).toEqual(['allow']);
  });

  it('starts the time of Allow anew when a mouse first comes in, and needs a further move', async () => {
    const { client } = await showConsent({ surface: 'popup' });
    wait(60_000);
    enterMouse();
    wait(consentDelayMs - 1);
    expect(find('Allow').getAttribute('aria-disabled')).toBe('true');
    wait(1);
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
    wait(consentDelayMs);
    moveMouse();
    wait(0);
    enterMouse();
    fireEvent.click(find('Allow'));
    expect(listDecisions(client)).toEqual(['allow']);
  });

  it('starts anew in a frame, which gets the focus back before the second click', {
    tags: ['threat-50'],
  }, async () => {
    const { client } = await showConsent();
    press('Allow', 'mouse');
    setFocus(false);
    wait(60_000);
    setFocus(true);
    moveMouse();
    press('Allow', 'mouse');
    fireEvent.click(find('Allow'), { detail: 2 });
    expect(client.consent).not.toHaveBeenCalled();
  });

  it.each(['mouse', 'touch'] as const)(
    'accepts a press in a frame, by %s, which takes the focus from the host’s page',
    { tags: ['control-50'] },
    async (pointerType) => {
      const { client } = await showConsent();
      setFocus(false);
      if (pointerType === 'mouse') enterMouse();
      wait(consentDelayMs);
      if (pointerType === 'mouse') moveMouse();
      press('Allow', pointerType);
      setFocus(true);
      fireEvent.click(find('Allow'), { detail: 1 });
      expect(listDecisions(client)).toEqual(['allow']);
    },
  );

  it('starts anew at each entry of a mouse into a frame without the focus', async () => {
    const { client } = await showConsent();
    setFocus(false);
    enterMouse();
    wait(consentDelayMs);
    enterMouse();
    moveMouse();
    fireEvent.click(find('Allow'));
    expect(client.consent).not.toHaveBeenCalled();
  });
});

/** Actions of a mouse: milliseconds since the event before, and the event. */
type Trace = readonly (readonly [
  afterMs: number,
  'enter' | 'leave' | 'down' | 'focus' | 'click',
])[];

/**
 * Recorded in Chromium 156 with real pointers of an X server. A window above covers Allow, and closes when the
 * mouse comes near, or at the first click of two. The page below gets no events of the window above.
 */
const traces: Readonly<Record<string, Trace>> = {
  'a picture-in-picture window': [
    [5595, 'leave'],
    [1847, 'enter'],
    [107, 'down'],
    [1, 'click'],
  ],
  'the list of a select': [
    [2889, 'leave'],
    [4968, 'enter'],
    [130, 'down'],
    [3, 'focus'],
    [1, 'click'],
  ],
};

function replay(trace: Trace): void {
  const does = {
    enter: enterMouse,
    leave: () =>
      fireEvent(
        document.documentElement,
        new PointerEvent('pointerleave', { pointerType: 'mouse' }),
      ),
    down: () => press('Allow', 'mouse'),
    focus: () => setFocus(true),
    click: () => fireEvent.click(find('Allow'), { detail: 1 }),
  };
  for (const [afterMs, event] of trace) {
    wait(afterMs);
    does[event]();
  }
}

describe('the consent below something that takes no focus, and vanishes near the mouse,', () => {
  it.each([
    ['a picture-in-picture window', 'popup', true],
    ['a picture-in-picture window', 'frame', true],
    // The host's page has the focus.
    ['the list of a select', 'frame', false],
  ] as const)(
    'starts anew when the mouse is back: %s above a %s',
    {
      tags: ['threat-50'],
    },
    async (above, surface, isFocused) => {
      const { client } = await showConsent({ surface });
      if (!isFocused) setFocus(false);
      enterMouse();
      wait(consentDelayMs);
      moveMouse();
      expect(find('Allow').getAttribute('aria-disabled')).toBe('false');

      replay(traces[above] ?? []);
      expect(listDecisions(client)).toEqual([]);

      wait(consentDelayMs);
      moveMouse();
      fireEvent.click(find('Allow'), { detail: 1 });
      expect(listDecisions(client)).toEqual(['allow']);
    },
  );

  it.each(['popup', 'frame'] as const)(
    'counts a press of a mouse that has stayed above the page: %s',
    { tags: ['control-50'] },
    async (surface) => {
      const { client } = await showConsent({ surface });
      enterMouse();
      wait(consentDelayMs);
      // WebKit reports another entry, without a leave, when an element below the mouse is removed.
      enterMouse();
      moveMouse();
      press('Allow', 'mouse');
      fireEvent.click(find('Allow'), { detail: 1 });
      expect(listDecisions(client)).toEqual(['allow']);
    },
  );
});

describe('the marks', () => {
  it.each([
    ['/connect/logos/abc', true],
    ['https://logos.example/connect/logos/abc', false],
    ['//logos.example/abc', false],
    [null, false],
  ])('show a logo only from the service itself: %s', (logo, isShown) => {
    const parties = <Parties provider={{ name: 'Ledgerly', logo }} />;
    const { container } = renderInPage(parties, createTestFlow());
    expect(container.querySelector('img') !== null).toBe(isShown);
    expect(container.textContent?.includes('L')).toBe(!isShown);
  });
});
