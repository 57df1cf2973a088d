import { describe, expect, it } from 'vitest';
import { modalScreens } from '../../../demo/gallery/modal-screens.ts';
import { pageStates } from '../../../demo/gallery/page-states.ts';
import { formatSettings, parseSettings } from '../../../demo/gallery/settings.ts';
import { problemCodes } from '../../../src/connect/page/problems.ts';

describe('a deep link of the gallery', () => {
  it('says what it was made from', () => {
    const settings = parseSettings(
      '#screen=failed-offline&theme=dark&locale=ar&dir=rtl&surface=popup',
    );
    expect(settings).toEqual({
      screen: 'failed-offline',
      theme: 'dark',
      locale: 'ar',
      dir: 'rtl',
      surface: 'popup',
    });
    expect(parseSettings(formatSettings(settings))).toEqual(settings);
  });

  it('has a default for what it leaves out, and for what no one knows', () => {
    const usual = { screen: null, theme: 'auto', locale: 'en', dir: 'ltr', surface: 'redirect' };
    expect(parseSettings('')).toEqual(usual);
    expect(parseSettings('#theme=pink&locale=<b>&dir=up&surface=wall')).toEqual(usual);
  });
});

describe('the screens of the gallery', () => {
  it('can all be linked to, and are all of another name', () => {
    const ids = [...modalScreens.keys(), ...[...pageStates.keys()].map((id) => `page-${id}`)];
    expect(new Set(ids).size).toBe(ids.length);
    // An id is also the client ID that the scripted Connect page is told it by.
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z\d-]+$/);
  });

  it('include a failure for every problem of the page', () => {
    const failures = [...pageStates.values()].filter(({ view }) => view.kind === 'failed');
    expect(failures).toHaveLength(problemCodes.length);
  });
});
