import { describe, expect, it } from 'vitest';
import { modalScreens } from '../../../src/connect/gallery/modal-screens.ts';
import { pageStates } from '../../../src/connect/gallery/page-states.ts';
import { problemCodes } from '../../../src/connect/page/problems.ts';

describe('the screens of the gallery', () => {
  it('have unique names, and can all be linked to', () => {
    const ids = [...modalScreens.keys(), ...[...pageStates.keys()].map((id) => `page-${id}`)];
    expect(new Set(ids).size).toBe(ids.length);
    // An ID is also the client ID that tells the scripted Connect page which screen to show.
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z\d-]+$/);
  });

  it('include every problem of the page, as a failure, in a form or on its own screen', () => {
    const shown = [...pageStates.values()].map(({ view, problem }) => {
      if (view.kind === 'differentAccount') return 'different_account';
      return view.kind === 'failed' ? view.problem.code : problem?.code;
    });
    expect(shown).toEqual(expect.arrayContaining([...problemCodes]));
  });
});
