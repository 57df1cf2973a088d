import { describe, expect, it } from 'vitest';
import {
  choices,
  createSettings,
  formatSettings,
  parseSettings,
  type Settings,
  texts,
} from '../../../demo/hosts/playground/settings.ts';

describe("the playground's address", () => {
  it('contains every setting', () => {
    const settings: Settings = {
      ...createSettings(),
      clientId: 'test_other',
      connectUrl: 'http://localhost:4500/connect',
      provider: 'sandbox',
      accentColor: '#c2410c',
      display: 'popup',
      locale: 'ar',
      state: 'other',
      signal: '5000',
      theme: 'dark',
      fontFamily: 'Georgia, serif',
      borderRadius: '20px',
      fault: 'slow',
      answer: 'redirect',
      snippet: 'vue',
    };
    const search = formatSettings(settings);

    expect(parseSettings(search)).toEqual(settings);
    // The control: no setting is missing above.
    expect([...new URLSearchParams(search).keys()].sort()).toEqual(
      [...Object.keys(choices), ...texts].sort(),
    );
  });

  it('is empty for the defaults', () => {
    expect(formatSettings(createSettings())).toBe('');
  });

  it('has defaults for unknown values', () => {
    expect(parseSettings('?display=wall&fault=flood&code=abc&snippet=cobol')).toEqual(
      createSettings(),
    );
  });

  it.each([
    'https://evil.example/connect',
    'http://localhost.evil.example/connect',
    'http://notlocalhost/connect',
    'connect',
  ])('accepts only Connect pages of this machine: %s', (connectUrl) => {
    const search = (address: string) => `?${new URLSearchParams({ connectUrl: address })}`;

    expect(parseSettings(search(connectUrl)).connectUrl).toBe('');
    expect(parseSettings(search('http://localhost:4500/connect')).connectUrl).not.toBe('');
  });
});
