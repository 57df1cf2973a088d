import { beforeEach, describe, expect, it, vi } from 'vitest';
import { continueVisit, startVisit, takeVisit } from '../../../src/connect/page/provider-visit.ts';

const stored = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

/** A document of one window. */
function open(address: string, storage: object = sessionStorage) {
  const { pathname, search } = new URL(address, 'https://connect.example');
  const location = { pathname, search, assign: vi.fn(), replace: vi.fn() };
  return { location, sessionStorage: storage } as unknown as Window & { location: typeof location };
}

const address = '/connect?client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2F';
const look = { locale: 'pt-BR', theme: 'dark' } as const;
const handoff = 'h'.repeat(43);
const left = { flowToken: 'token', isJoined: true, reference: 'K7QF3M9T', handoff, look };
const leave = () => startVisit(open(address), left, 'https://p.example/');

beforeEach(() => stored.clear());

describe('a visit to a provider’s own site', () => {
  it('continues at the address that it left, with the provider’s query, once', () => {
    const page = open(address);
    startVisit(page, { ...left, isJoined: false }, 'https://p.example/');
    const back = open('/connect/return?code=a&state=b');
    const isContinued = continueVisit(back);
    const again = open(address);

    expect(page.location.assign).toHaveBeenCalledWith('https://p.example/');
    expect(isContinued).toBe(true);
    expect(back.location.replace).toHaveBeenCalledExactlyOnceWith(address);
    expect(takeVisit(again)).toEqual({ ...left, isJoined: false, query: 'code=a&state=b' });
    expect(takeVisit(again)).toBeUndefined();
  });

  it('that ended with the back button has no query', () => {
    leave();
    expect(takeVisit(open(address))).toEqual({ ...left, query: null });
  });

  it('continues without an invalid language', () => {
    startVisit(open(address), { ...left, look: { ...look, locale: '<b>' } }, 'https://p.example/');
    expect(takeVisit(open(address))).toEqual({ ...left, look: null, query: null });
  });

  it('ends at another address, such as another application’s', () => {
    leave();
    expect(takeVisit(open('/connect?client_id=other'))).toBeUndefined();
    expect(takeVisit(open(address))).toBeUndefined();
  });

  it('does not continue on a return without a visit', () => {
    const page = open('/connect/return?code=a&state=b');
    expect(continueVisit(page)).toBe(false);
    expect(page.location.replace).not.toHaveBeenCalled();
  });

  it.each(['https://evil.example/', '//evil.example/', '/dashboard', 'javascript:alert(1)'])(
    'never leads to %s',
    (to) => {
      leave();
      const [[key, text] = ['', '{}']] = stored;
      stored.set(key, JSON.stringify({ ...(JSON.parse(text) as object), address: to }));
      expect(continueVisit(open('/connect/return?code=a'))).toBe(false);
    },
  );

  it('cannot continue if the browser has no storage', () => {
    const blocked = {
      getItem() {
        throw new Error('blocked');
      },
    };
    expect(continueVisit(open('/connect/return?code=a', blocked))).toBe(false);
    expect(takeVisit(open(address, blocked))).toBeUndefined();
  });
});
