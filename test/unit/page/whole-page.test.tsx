// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { texts as en } from '../../../src/texts/en.json?page';
import { fill } from '../../../src/texts/fill.ts';
import { askedQuestion, issued, joinedFlow, sandbox, startedFlow } from './support.tsx';
import {
  closeDocument,
  createHost,
  createService,
  describeWindow,
  loadNext,
  loadPage,
  openOtherChannel,
  openPage,
  pickProvider,
  prepareBrowser,
  pressGuarded,
  readLastMessage,
  settle,
  signIn,
  siteLogin,
} from './whole-page.tsx';

const connected = fill(en.connected, { application: 'Demo Taxes' });
const secret = 'h'.repeat(43);
const popupAddress = `/connect?client_id=app#handoff=${secret}`;
const hostName = 'https://app.example';
const unnamed = { provider: en.unnamedProvider, domain: en.unnamedDomain };
const parties = { application: 'Demo Taxes', ...unnamed };
const titleOf = (code: 'no_host' | 'host_gone' | 'not_received' | 'invalid_request') =>
  fill(en.notices[code].title, parties);
const heading = () => screen.getByRole('heading').textContent;

beforeEach(prepareBrowser);
afterEach(closeDocument);

describe('a page in a frame', () => {
  it('gives the host whole addresses of marks, and leaves other addresses alone', async () => {
    const service = createService();
    const elsewhere = 'https://logos.example/a.png';
    const logos = ['/connect/logos/abc', elsewhere, null];
    const providers = logos.map((logo, index) => ({ ...sandbox, id: `p${index}`, logo }));
    service.answers.start = () => ({ ...startedFlow, providers });
    const host = createHost('frame');
    await loadPage();

    const told = host.heard.find(({ type }) => type === 'providers')?.providers;
    const own = `${location.origin}/connect/logos/abc`;
    expect(told).toMatchObject([{ logo: own }, { logo: elsewhere }, { logo: null }]);
  });

  it('connects: the messages on the port and the requests to the service, in their order', async () => {
    const { host, service } = await openPage('frame', { state: 'st' });
    // The block has the token of the flow. The host draws the selector.
    expect(document.getElementById('flow')).toBeNull();
    expect(screen.queryByRole('heading')).toBeNull();
    host.say({ type: 'select_provider', provider_id: 'sandbox' });
    await settle();
    await signIn();
    await pressGuarded('Allow');
    expect(screen.queryByRole('heading', { name: connected })).toBeNull();
    host.say({ type: 'code_received' });
    await settle();
    // The host's modal covers the frame now.
    const allow = screen.getByRole('button', { name: 'Allow' });
    expect(allow.getAttribute('aria-disabled')).toBe('true');
    await settle(1000);
    expect(screen.getByRole('heading', { name: connected })).toBeTruthy();
    expect(host.said().join(', ')).toBe(
      'ready, providers, step select, provider_selected sandbox, step login, step consent, code',
    );
    expect(host.heard.at(-1)).toMatchObject({ code: issued.code, nonce: issued.nonce });
    expect(service.paths()).toEqual(['start', 'provider', 'login', 'consent']);
    const binding = { origin: 'https://host.example', nonce: issued.nonce, state: 'st' };
    const reference = 'K7QF3M9TXXXX';
    expect(service.requests[0]?.[1]).toMatchObject({ ...binding, reference });
  });

  it('has the host’s colours, and asks in the host’s language', async () => {
    const { host, service } = await openPage('frame', { theme: 'dark', locale: 'de' });
    expect(document.documentElement.dataset.theme).toBe('dark');
    host.say({ type: 'select_provider', provider_id: 'sandbox' });
    await settle();
    const again = () => screen.queryByRole('button', { name: 'Anmelden' });
    await vi.waitFor(() => expect(again()).toBeTruthy());
    expect(service.requests[0]?.[1].locale).toBe('en-US');
  });

  it.each([
    ['the host’s colour and corners', 'frame', { accent_color: '#0f766e', border_radius: 0 }],
    ['no colour without one of the host', 'frame', null],
    ['the registered colour without one of the host, outside a frame', 'popup', null],
  ] as const)('has %s', async (_, kind, appearance) => {
    createService();
    createHost(kind, { appearance });
    const application = { ...startedFlow.application, accent_color: '#123456' };
    await loadPage('/connect?client_id=app', 'embedded', { application });
    const { style } = document.documentElement;
    const registered = kind === 'frame' ? '' : '#123456';
    const drawn = ['--brand', '--brand-radius'].map((name) => style.getPropertyValue(name));
    expect(drawn).toEqual(appearance ? ['#0f766e', '0px'] : [registered, '']);
  });

  it('counts no press on Allow just after its tab was hidden', async () => {
    const { host, service } = await openPage('frame');
    host.say({ type: 'select_provider', provider_id: 'sandbox' });
    await settle();
    await signIn();
    await settle(1000);
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    for (const state of ['hidden', 'visible'] as const) {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    }
    fireEvent(document, new PointerEvent('pointermove'));
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await settle();
    expect(service.paths()).not.toContain('consent');
    await settle(1000);
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
    await settle();
    expect(service.paths()).toContain('consent');
  });

  it('shares its flow with a popup, fetches its code and passes it on', async () => {
    const { host, service } = await openPage('frame');
    host.say({ type: 'handoff', handoff: secret, provider_id: 'sandbox' });
    await settle();
    const shown = { locale: 'en', theme: 'light', reference: 'K7QF3M9TXXXX' };
    const shared = { handoff: secret, provider_id: 'sandbox', ...shown };
    expect(service.requests[1]).toEqual(['handoff', shared]);
    const [stream] = service.streams;
    stream?.say({ handoff: 'joined', step: 'consent', provider_id: 'sandbox' });
    stream?.say({ handoff: 'joined', step: 'allowed', provider_id: 'sandbox' });
    await settle();
    expect(service.paths()).not.toContain('code');
    stream?.end();
    await settle();
    expect(service.paths()).toEqual(['start', 'handoff', 'events', 'code']);
    expect(host.said().slice(3).join(', ')).toBe(
      'handoff_changed joined, provider_selected sandbox, step consent, code',
    );
  });
});

it('a page in a frame has patience with a host that is busy for ten seconds', async () => {
  createService();
  const host = createHost('frame');
  host.isSilent = true;
  await loadPage();
  await settle(10_000);
  expect(screen.queryByRole('alert')).toBeNull();
  host.isSilent = false;
  await settle(1000);
  expect(host.said()).toContain('providers');
});

describe('a page in a popup', () => {
  it('sends no password while its host is silent, and ends when the host is closed', async () => {
    const { host, service } = await openPage('popup');
    await pickProvider();
    host.isSilent = true;
    await signIn();
    await settle(6000);
    expect(service.paths()).toEqual(['start', 'provider']);
    expect(screen.getByRole('alert').textContent).toContain(titleOf('host_gone'));
    host.closed = true;
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await settle();
    expect(heading()).toBe(titleOf('host_gone'));
    expect(service.paths()).toEqual(['start', 'provider']);
  });

  it('shows the final screen at once when its host was reloaded, which gets no answer', async () => {
    const { host } = await openPage('popup');
    await pickProvider();
    const said = host.said();
    host.say({ type: 'unloading' });
    await settle();
    expect(heading()).toBe(titleOf('host_gone'));
    expect(host.said()).toEqual(said);
  });

  it('goes to the provider’s site and back, and continues with its host', async () => {
    // The kept flow holds no such language, which the next document would refuse with the whole flow.
    const { host, service } = await openPage('popup', { locale: 'no language' }, 'redirect');
    await pickProvider();
    expect(window.opener).toBeNull();
    expect(window.location.assign).toHaveBeenCalledExactlyOnceWith(
      'https://sandbox.example/sign-in',
    );
    expect(host.said().slice(-3)).toEqual(['provider_selected sandbox', 'step login', 'leaving']);

    await loadNext('/connect/return?code=a&state=b');
    expect(window.location.replace).toHaveBeenCalledExactlyOnceWith('/connect?client_id=app');

    const next = createHost('popup');
    await loadNext('/connect?client_id=app');
    expect(service.requests.slice(-2)).toMatchObject([
      ['resume', { binding: { origin: 'https://host.example' } }],
      ['return', { query: 'code=a&state=b' }],
    ]);
    expect(screen.getByRole('button', { name: 'Allow' })).toBeTruthy();
    expect(next.said().slice(-2)).toEqual(['step login', 'step consent']);
  });

  it('has the host’s colours and reference after the provider’s site, too, without the host', async () => {
    const { host } = await openPage('popup', { theme: 'dark' }, 'redirect');
    await pickProvider();
    await loadNext('/connect/return?code=a');
    host.close();
    delete document.documentElement.dataset.theme;
    await loadNext('/connect?client_id=app');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(heading()).toBe(titleOf('host_gone'));
    expect(screen.getByText('K7QF-3M9T')).toBeTruthy();
  });
});

describe('a popup that was cut off', () => {
  it('asks whether its user has opened it, then connects for the frame and closes', async () => {
    const service = createService();
    service.answers.consent = () => ({ allowed: true });
    await loadPage(popupAddress);
    expect(window.location.hash).toBe('');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(service.paths()).toEqual(['ask']);
    expect(screen.getByText(new RegExp(new URL(hostName).host))).toBeTruthy();
    await pressGuarded(en.question.confirm);
    expect(service.requests.slice(1, 3)).toEqual([
      ['join', { handoff: secret, number: null }],
      ['events', {}],
    ]);
    await pickProvider();
    await signIn();
    await pressGuarded('Allow');
    expect(screen.queryByRole('heading', { name: connected })).toBeNull();
    service.streams[0]?.say({ handoff: 'over', step: 'issued' });
    service.streams[0]?.end();
    await settle();
    expect(screen.getByRole('heading', { name: connected })).toBeTruthy();
    await settle(900);
    expect(window.close).not.toHaveBeenCalled();
    await settle(100);
    expect(window.close).toHaveBeenCalledOnce();
  });

  it('takes the number of its host in the digits of any script', async () => {
    const service = createService();
    service.answers.ask = () => ({ ...askedQuestion, needs_number: true, locale: 'en' });
    await loadPage(popupAddress);
    fireEvent.input(screen.getByLabelText(en.question.number), { target: { value: '٤ ٧-۱.２' } });
    await pressGuarded(en.question.confirm);
    expect(service.requests[1]).toEqual(['join', { handoff: secret, number: '4712' }]);
  });

  it('at the provider’s site joins the frame’s flow at the step of its return', async () => {
    const service = createService();
    service.answers.provider = siteLogin;
    const host = createHost('popup');
    await loadPage(popupAddress);
    await pickProvider();
    await loadNext('/connect/return?code=a');
    host.close();
    await loadNext('/connect?client_id=app');
    expect(service.paths().slice(-4)).toEqual(['join', 'events', 'resume', 'return']);
    expect(service.requests.at(-2)?.[1]).toMatchObject({ binding: null });
    expect(screen.getByRole('button', { name: 'Allow' })).toBeTruthy();
  });

  it.each(['', '#', '#handoff=', `#handoff=${secret}h`, `#x=1&handoff=${secret}`, '#handoff=<b>'])(
    'joins no flow with the fragment %j, which is removed',
    async (hash) => {
      const service = createService();
      await loadPage(`/connect?client_id=app${hash}`);
      expect(window.location.hash).toBe('');
      expect(service.paths()).toEqual([]);
      expect(heading()).toBe(titleOf('no_host'));
    },
  );

  it('and whose user has not opened it joins nothing', async () => {
    const service = createService();
    await loadPage(popupAddress);
    fireEvent.click(screen.getByRole('button', { name: en.question.confirm }));
    await settle();
    screen.getByText(fill(en.pressAgain, { button: en.question.confirm }));
    fireEvent.click(screen.getByRole('button', { name: en.question.refuse }));
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    expect(service.requests.slice(1)).toEqual([['refuse', { handoff: secret }]]);
    expect(screen.getByRole('heading', { name: en.denied.title })).toBeTruthy();
  });

  it('tells the frame when it closes first', async () => {
    const service = createService();
    service.answers.join = () => ({ ...joinedFlow, locale: 'en', provider_id: 'sandbox' });
    await loadPage(popupAddress);
    await pressGuarded(en.question.confirm);
    expect(screen.getByLabelText('Password')).toBeTruthy();
    window.dispatchEvent(new Event('pagehide'));
    expect(service.requests.at(-1)).toEqual(['leave', { failed: false }]);
  });
});

describe('the redirect flow', () => {
  const address = '/connect?client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2F';
  const other = '/connect?client_id=other';

  async function leave(at = address, kind = 'redirect') {
    const service = createService();
    service.answers.start = () => ({ ...startedFlow, origin: null });
    service.answers.provider = siteLogin;
    await loadPage(at, kind);
    await pickProvider();
    return service;
  }

  it('is drawn in browsers that have no URL.canParse, such as Safari 16', async () => {
    createService();
    vi.spyOn(URL, 'canParse').mockImplementation(() => {
      throw new TypeError('URL.canParse is not a function');
    });
    await loadPage(address, 'redirect');
    expect(screen.getByRole('heading').textContent).toBe(en.select.title);
  });

  it('has a dark selector where the system is dark', async () => {
    createService();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await loadPage(address, 'redirect');
    await vi.dynamicImportSettled();
    await settle();
    const selector = document.querySelector('.selector')?.shadowRoot;
    expect(selector?.querySelector('[data-theme=dark]')).not.toBeNull();
  });

  it.each([
    ['with the state of the flow', 'state=s', 'state=s&'],
    ['also in a flow with a challenge and no state', 'code_challenge=c', ''],
  ])('leads back to the application when it has failed, %s', async (_, asked, state) => {
    const service = createService();
    service.answers.start = () => Promise.reject(new TypeError('Failed to fetch'));
    await loadPage(`${address}&${asked}`, 'redirect');
    await settle(20_000);
    fireEvent.click(screen.getByRole('button', { name: /^Back to/ }));
    await settle();
    const iss = encodeURIComponent(window.location.origin);
    const target = `https://app.example/?error=access_denied&${state}iss=${iss}`;
    expect(window.location.replace).toHaveBeenCalledExactlyOnceWith(target);
  });

  it.each([
    [address, 'redirect'],
    ['/manage', 'manage'],
  ])(
    'continues once at the address that it left, with the provider’s query: %s',
    async (...left) => {
      // The provider's site cannot reach the window that opened this one.
      describeWindow({ opener: {} });
      const service = await leave(...left);
      expect(window.opener).toBeNull();
      await loadNext('/connect/return?code=a&state=b');
      expect(window.location.replace).toHaveBeenCalledExactlyOnceWith(left[0]);
      await loadNext(...left);
      expect(service.requests.slice(-2)).toMatchObject([
        ['resume', { binding: null }],
        ['return', { query: 'code=a&state=b' }],
      ]);
      await loadNext(...left);
      expect(service.paths().at(-1)).toBe('start');
    },
  );

  it('keeps the secret of its session for a reload, also after the provider’s site', async () => {
    const session = 's'.repeat(64);
    const openedAt = `/connect?session=${session}&client_id=app`;
    const shownAt = '/connect?session=&client_id=app';
    await leave(openedAt);
    expect(window.location.href).toBe(window.location.origin + shownAt);
    // The browser shows a page again that it has kept, and one that it has loaded.
    for (const persisted of [true, false])
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    expect(window.location.replace).toHaveBeenCalledExactlyOnceWith(openedAt);
    await loadNext('/connect/return?code=a');
    await loadNext(shownAt, 'redirect');
    expect(history.state).toMatchObject({ session });
  });

  it('is cancelled by the cross, and the browser’s Back leads to the previous step', async () => {
    const service = createService();
    await loadPage(address, 'redirect');
    await pickProvider();
    expect(history.state).toMatchObject({ isStep: true });
    await loadNext(address, 'redirect');
    fireEvent.click(screen.getByRole('button', { name: en.cancel }));
    await settle();
    expect(service.requests.at(-1)).toMatchObject(['consent', { decision: 'deny' }]);
  });

  it('goes to the application once the entry of its step is gone, so that Back leads to no old page', async () => {
    const service = createService();
    service.answers.consent = () => ({ location: 'https://app.example/?error=access_denied' });
    await loadPage(address, 'redirect');
    await pickProvider();
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    for (const name of [en.cancel, en.exit.leave]) {
      fireEvent.click(screen.getByRole('button', { name }));
      await settle();
    }
    expect(back).toHaveBeenCalledOnce();
    expect(window.location.replace).not.toHaveBeenCalled();
    history.replaceState(null, '');
    window.dispatchEvent(new Event('popstate'));
    await settle();
    expect(window.location.replace).toHaveBeenCalledOnce();
  });

  it('at /manage, the browser’s Back leads to no previous step', async () => {
    createService();
    await loadPage('/manage', 'manage');
    await pickProvider();
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(history.state).toBeNull();
  });

  it('continues at the address with the longest state', async () => {
    // Each of the 2,000 letters has nine characters in the address.
    const longest = `${address}&state=${encodeURIComponent('請'.repeat(2000))}`;
    await leave(longest);
    await loadNext('/connect/return?code=a&state=b');
    expect(window.location.replace).toHaveBeenCalledExactlyOnceWith(longest);
  });

  it.each([
    ['continues without a query after the browser’s Back', [address], ['resume']],
    ['starts anew at the address of another application', [other, address], ['start', 'start']],
  ])('%s', async (_, addresses, requests) => {
    const service = await leave();
    const sent = [];
    for (const next of addresses) {
      await loadNext(next, 'redirect');
      sent.push(service.paths().at(-1));
    }
    expect(sent).toEqual(requests);
  });

  it('does not continue on a return without a flow, or without storage', async () => {
    createService();
    await loadPage('/connect/return?code=a&state=b');
    expect(heading()).toBe(titleOf('no_host'));
    // Loading this address again would not help.
    expect(screen.queryByRole('button')).toBeNull();
    expect(window.location.replace).not.toHaveBeenCalled();
    vi.stubGlobal('sessionStorage', null);
    await loadNext('/connect/return?code=a&state=b');
    expect(heading()).toBe(titleOf('no_host'));
  });

  it.each(['https://evil.example/', '//evil.example/', '/dashboard', 'javascript:alert(1)'])(
    'never continues at %s',
    async (to) => {
      await leave();
      const key = sessionStorage.key(0) ?? '';
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as object;
      sessionStorage.setItem(key, JSON.stringify({ ...kept, address: to }));
      await loadNext('/connect/return?code=a');
      expect(window.location.replace).not.toHaveBeenCalled();
      expect(heading()).toBe(titleOf('no_host'));
    },
  );
});

describe('a reloaded popup', () => {
  const address = '/connect?client_id=app';

  /** A popup of a session that loads its page again, while no host finds it. */
  async function reload() {
    const { host } = await openPage('popup');
    host.close();
    await loadNext(address);
  }

  /** The session's ID, as a welcomed popup answers when another window asks. */
  async function hearAnswer() {
    await reload();
    const question = readLastMessage();
    const host = createHost('popup');
    await loadNext(address);
    const other = openOtherChannel();
    other.say(question);
    host.close();
    return { question, answer: other.heard.at(-1) };
  }

  it('closes when another popup of its session is welcomed, and for nothing else', async () => {
    const { question, answer } = await hearAnswer();
    await loadNext(address);
    const other = openOtherChannel();
    for (const data of [null, undefined, 7, {}, [answer], question, 'another session']) {
      other.say(data);
    }
    expect(window.close).not.toHaveBeenCalled();
    other.say(answer);
    expect(window.close).toHaveBeenCalledOnce();
  });

  it('does not close once its host has found it again', async () => {
    const { answer } = await hearAnswer();
    await loadNext(address);
    const other = openOtherChannel();
    const found = createHost('popup');
    found.postMessage();
    await settle();
    other.say(answer);
    expect(window.close).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: en.select.title })).toBeTruthy();
  });

  it('does not close once it has joined the frame’s flow', async () => {
    const { answer } = await hearAnswer();
    await loadNext(popupAddress);
    await settle(5000);
    const other = openOtherChannel();
    await pressGuarded(en.question.confirm);
    other.say(answer);
    expect(window.close).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: en.select.title })).toBeTruthy();
  });

  it('no longer answers for its session once its flow has failed', async () => {
    const { question } = await hearAnswer();
    const service = createService();
    service.answers.consent = () => ({ allowed: true });
    await loadNext(popupAddress);
    await settle(5000);
    const other = openOtherChannel();
    await pressGuarded(en.question.confirm);
    other.say(question);
    expect(other.heard).toHaveLength(2);
    await pickProvider();
    await signIn();
    await pressGuarded('Allow');
    await settle(10_000);
    expect(heading()).toBe(titleOf('not_received'));
    other.heard.length = 0;
    other.say(question);
    expect(other.heard).toEqual([]);
  });

  it('stays open if storage or channels are refused', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    await openPage('popup');
    vi.stubGlobal('sessionStorage', null);
    await loadNext(address);
    expect(window.close).not.toHaveBeenCalled();
    expect(heading()).toBe(titleOf('no_host'));
  });
});
