// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import { answer, application, failedFlow, openDashboard } from './open-dashboard.tsx';

/** Opens the application's flows. */
function open(changes: Partial<Application> = {}) {
  const loaded = answer({ ...application, ...changes });
  openDashboard('/dashboard/applications/test_shop/flows', {
    'GET applications/test_shop': loaded,
  });
}

describe('the last flows', () => {
  it('are none at first', async () => {
    open();

    await screen.findByText(/No flow has started yet/);
  });

  it('say how far they got, and what went wrong', async () => {
    const denied = { ...failedFlow, kind: 'redirect', provider: null, host: null } as const;
    const flows = [failedFlow, { ...denied, step: 'denied', outcome: 'denied', problem: null }];
    open({ flows: flows as Application['flows'] });

    const table = within(await screen.findByRole('table', { name: 'Flows, the newest first' }));

    const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(first).toContain('K7QF-3M9T');
    expect(first).toContain('FailedThe provider is not available, or answered with an error.');
    expect(first).toContain('LoginSandboxhttps://shop.exampleEmbedded');
    expect(second).toMatch(/Denied by the userFinished––Redirect$/);
  });
});
