// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import {
  answer,
  application,
  failedFlow,
  follow,
  openDashboard,
  press,
} from './open-dashboard.tsx';

/** Opens the application's flows. */
function open(changes: Partial<Application> = {}) {
  const loaded = answer({ ...application, ...changes });
  openDashboard('/dashboard/applications/test_shop/flows', {
    'GET applications/test_shop': loaded,
    'GET flows?reference=K7QF3M9T': answer({ reference: 'K7QF3M9T', flows: [failedFlow] }),
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
    expect(first).toContain('FailedThe provider is not available, or answered with an error.');
    expect(first).toContain('LoginSandboxhttps://shop.exampleEmbeddedK7QF-3M9T');
    expect(second).toMatch(/^Denied by the user.*Finished––RedirectK7QF-3M9T$/);
  });

  it('are shown by outcome and by provider', async () => {
    const connected = { ...failedFlow, provider: 'Oakline', outcome: 'code_exchanged' } as const;
    open({ flows: [failedFlow, { ...connected, problem: null }] });
    const readRows = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent);

    await press('Failed');
    const failed = readRows();
    await press('Abandoned');
    await screen.findByText(/^None of the latest flows/);
    await press('All');
    fireEvent.change(screen.getByLabelText(/^Provider/), { target: { value: 'Oakline' } });

    await expect.poll(readRows).toEqual([expect.stringMatching(/^Code exchanged.*Oakline/)]);
    expect(failed).toEqual([expect.stringMatching(/^Failed.*Sandbox/)]);
  });

  it('lead to a page for each, which says how far it got', async () => {
    open({ flows: [failedFlow] });

    await follow('K7QF-3M9T');

    await screen.findByRole('heading', { name: 'Flow' });
    const [start, chosen, signedIn, ...later] = (await screen.findAllByRole('listitem')).map(
      ({ textContent }) => textContent,
    );
    expect(start).toMatch(/^Started embedded, https:\/\/shop\.example/);
    expect(chosen).toBe('Done: Chose a provider: Sandbox');
    expect(signedIn).toBe('Not reached: Signed in');
    expect(later.at(-1)).toMatch(/^The provider is not available/);
    await follow('All flows');
    await screen.findByRole('heading', { name: 'Flows' });
  });
});
