import { expect } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { texts as page } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import type { Tab, Target } from '../support/engines/driver.ts';
import { waitFor } from '../support/engines/place.ts';
import type { ProviderWorld } from '../support/provider-world.ts';

/** One path through a provider's login, in the demo application. */
export interface ProviderCase {
  readonly name: string;
  run(visit: Visit): Promise<void>;
}

/** A person with one tab of a browser, at the demo application. */
type Visit = ReturnType<typeof createVisit>;

const parties = { application: 'Tally', provider: 'Orchard Tax', domain: 'orchard-tax.example' };
const button = (name: string): Target => ({ role: 'button', name });
const says = (name: string): Target => ({ role: 'text', name });
const goOn = button(fill(page.redirect.submit, { provider: 'Orchard Tax' }));
const site: Target = { role: 'heading', name: 'Orchard Tax, the provider itself' };

export function createVisit(tab: Tab, world: ProviderWorld) {
  const { host, popup, frame } = tab;
  const open = async () => {
    await tab.open(`${world.appUrl}/spa/`);
    await host.press(button('Connect your tax account'), 'Enter');
  };
  /** The window goes there by itself, once. */
  const goThere = () => popup.see(site);
  const readProvider = () =>
    host.evaluate(() => document.querySelector('#provider')?.textContent ?? '');
  const visit = {
    tab,
    host,
    popup,
    frame,
    world,
    open,
    goThere,
    /** The provider's login cannot be framed, so the click on it opens a window. */
    async openProvider() {
      await open();
      await host.click({ role: 'option', name: 'Orchard Tax' });
      await goThere();
    },
    async signInThere() {
      await goThere();
      await popup.click(button('Sign in'));
    },
    async finishThere() {
      await visit.signInThere();
      await visit.allow();
      await visit.seeConnected();
    },
    allow: () => popup.click(button(page.consent.allow)),
    async seeConnected(provider = 'orchard-tax') {
      await waitFor('the connection', async () => (await readProvider()) === provider || undefined);
    },
    async seeNothingConnected() {
      expect(await readProvider()).toBe('');
    },
    /** Leaves the modal for the provider in another window. */
    async openAgain(name: string) {
      await host.click(button(name));
      await goThere();
    },
  };
  return visit;
}

/** Each case restores the provider's settings. */
export const providerCases: readonly ProviderCase[] = [
  {
    name: 'connects an account of the HTTP provider, in the frame',
    async run({ open, host, frame, seeConnected }) {
      await open();
      await host.click({ role: 'option', name: 'Cedar Tax' });
      await frame.type({ role: 'textbox', name: 'E-mail address' }, 'ada@example.com');
      await frame.type({ role: 'textbox', name: 'Password' }, 'correct horse');
      await frame.press({ role: 'textbox', name: 'Password' }, 'Enter');
      await frame.click(button(page.consent.allow));
      await seeConnected('cedar-tax');
    },
  },
  {
    name: 'connects on the provider’s own site',
    async run(visit) {
      await visit.openProvider();
      await visit.finishThere();
    },
  },
  {
    name: 'shows that the person refused there, and allows another visit',
    async run(visit) {
      await visit.openProvider();
      await visit.popup.click(button('Cancel'));
      await visit.popup.see(says(fill(page.notices.not_approved.title, parties)));
      await visit.popup.click(goOn);
      await visit.finishThere();
    },
  },
  {
    name: 'continues after the back button',
    async run(visit) {
      await visit.openProvider();
      await visit.popup.evaluate(() => setTimeout(() => history.back(), 50));
      await visit.popup.click(goOn);
      await visit.finishThere();
    },
  },
  {
    name: 'stays and says why where the browser blocks storage, and connects once it does not',
    async run(visit) {
      const { popup } = visit;
      await visit.openProvider();
      await popup.evaluate(() => setTimeout(() => history.back(), 50));
      await popup.see(goOn);
      await popup.evaluate(() => {
        const { setItem } = Storage.prototype;
        Object.assign(window, { setItem });
        Storage.prototype.setItem = () => {
          throw new DOMException('The storage is blocked.', 'SecurityError');
        };
      });
      await popup.click(goOn);
      await popup.see(says(fill(page.notices.storage_blocked.title, parties)));
      await popup.evaluate(() => {
        Object.assign(Storage.prototype, { setItem: Reflect.get(window, 'setItem') });
      });
      await popup.click(goOn);
      await visit.finishThere();
    },
  },
  {
    name: 'offers the popup again after it was closed at the provider',
    async run(visit) {
      await visit.openProvider();
      await visit.popup.evaluate(() => setTimeout(() => window.close(), 50));
      await visit.openAgain(en.reopen);
      await visit.finishThere();
    },
  },
  {
    name: 'removes the query of a return: opened again, it connects nothing',
    async run(visit) {
      await visit.openProvider();
      await visit.signInThere();
      await visit.popup.see(button(page.consent.allow));
      const { returned } = await visit.world.oidc.control();
      await visit.popup.evaluate((url) => setTimeout(() => location.assign(url), 50), returned);
      await visit.popup.see(says(fill(page.notices.no_host.title, parties)));
      await visit.seeNothingConnected();
    },
  },
  {
    name: 'connects at a provider whose opener policy cuts the popup off',
    async run(visit) {
      await visit.world.oidc.control({ isolated: true });
      await visit.openProvider();
      await visit.finishThere();
      await waitFor(
        'the popup to close',
        async () => (await visit.tab.countWindows()) === 1 || undefined,
      );
    },
  },
  ...[false, true].map((isolated) => ({
    name: `connects in the redirect flow, without a popup${isolated ? ', at a provider with an opener policy' : ''}`,
    async run({ tab, host, world, seeConnected }: Visit) {
      await world.oidc.control({ isolated });
      await tab.open(`${world.appUrl}/spa/`);
      await host.click({ role: 'link', name: 'Continue on the Connect page' });
      await host.click({ role: 'option', name: 'Orchard Tax' });
      await host.see(site);
      await host.click(button('Sign in'));
      await host.click(button(page.consent.allow));
      await seeConnected();
    },
  })),
];
