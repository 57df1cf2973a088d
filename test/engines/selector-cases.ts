import { expect } from 'vitest';
import { waitFor } from '../support/engines/place.ts';
import type { Case } from './cases.ts';

const search = { role: 'textbox', name: 'Search providers' } as const;
const option = { role: 'option', name: 'Sandbox' } as const;

/** The list of providers in the host's page. It loads when its search gets the focus. */
export const selectorCases: readonly Case[] = [
  {
    name: 'connects by Enter in a selector in the page, which does not submit the form around it',
    surfaces: ['frame', 'popup'],
    async run(person) {
      const { host } = person;
      await host.evaluate((display) => {
        window.hostPage.options = { ...window.hostPage.options, display };
        window.hostPage.mountSelector();
      }, person.surface);
      await host.click(search);
      await host.see(option);
      // Enter picks the only option. A submission would load the page again, without a selector.
      await host.press(search, 'Enter');
      await person.finish();
      const told = await waitFor('the end of the session', async () => {
        const now = await host.evaluate(() => window.hostPage.told);
        return now.events.at(-1) === 'closed' ? now : undefined;
      });
      expect(told).toMatchObject({ deliveries: 1, exits: [] });
      expect(told.events).not.toContain('step_changed select');
    },
  },
  {
    name: 'connects by a pick in the element <tax-connect-selector>',
    surfaces: ['frame', 'popup'],
    async run(person) {
      const { host } = person;
      await host.evaluate((display) => {
        const readMeta = (name: string) =>
          document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
        const element = document.createElement('tax-connect-selector');
        element.setAttribute('client-id', readMeta('connect-client-id'));
        element.setAttribute('connect-url', readMeta('connect-url'));
        element.setAttribute('state', readMeta('connect-state'));
        element.setAttribute('callback', '/callback');
        element.setAttribute('display', display);
        element.addEventListener('tax-connect-connected', () =>
          window.hostPage.heard.push('connected'),
        );
        document.getElementById('selector')?.append(element);
      }, person.surface);
      await host.click(search);
      await host.click(option);
      await person.finish();
      await waitFor('the event of the element', () =>
        host.evaluate(() => window.hostPage.heard.includes('connected')),
      );
    },
  },
];
