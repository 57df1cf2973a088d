import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { findAccessibilityProblems } from '../support/axe.ts';
import { driveWindow } from '../support/drive-window.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

const suite = usePopupSuite();

type Decision = 'allow' | 'deny';

describe('the second click, after a decoy above the consent closed at the first,', () => {
  it('is no Allow when the mouse comes in from the decoy; a click that a person means is', {
    tags: ['threat-50'],
  }, async () => {
    const popup = await reachConsent();
    await doubleClickDecoyAbove(popup, 'allow');
    await expectRefusal(popup);
    await driveWindow(popup).allow();
    await suite.expectConnected('sandbox');
  });

  it('is a Deny, because Deny does not start again: without that, the attack works', {
    tags: ['undefended-50'],
  }, async () => {
    const popup = await reachConsent();
    await doubleClickDecoyAbove(popup, 'deny', giveFocus);
    await suite.expectExit({ reason: 'denied', code: null });
  });
});

describe('a pointer that jumps onto Allow, and does not move there,', () => {
  it('is asked for another press, which counts after a pause, and not while it keeps clicking', {
    tags: ['threat-17'],
  }, async () => {
    const popup = await reachConsent();
    const [x, y] = await findCentre(popup, 'allow');
    const click = async () => {
      await popup.mouse.down();
      await popup.mouse.up();
    };
    const sign = popup
      .getByRole('status')
      .filter({ hasText: fill(en.pressAgain, { button: en.consent.allow }) });
    await popup.mouse.move(x, y);
    await expect
      .poll(async () => {
        await click();
        return await sign.isVisible();
      })
      .toBe(true);
    for (let count = 0; count < 5; count += 1) await click();
    await expectRefusal(popup);
    expect(await findAccessibilityProblems(popup)).toEqual([]);
    await click();
    await suite.expectConnected('sandbox');
  });
});

/** Uses the keyboard only, so that the mouse has not been in the window. */
async function reachConsent(): Promise<Page> {
  await suite.openHost({ options: { display: 'popup' } });
  const popup = await suite.openWindow();
  await popup.getByRole('combobox').fill('sandbox');
  await popup.getByRole('combobox').press('Enter');
  await driveWindow(popup).logIn({ username: 'user_good' });
  return popup;
}

const findButton = (popup: Page, decision: Decision) =>
  popup.locator(`[value="${decision}"]:not([aria-disabled="true"])`);

async function findCentre(popup: Page, decision: Decision): Promise<readonly [number, number]> {
  const box = await findButton(popup, decision).boundingBox();
  if (!box) throw new Error(`The consent has no ${decision}.`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @param afterClose - the browser's own actions between the two clicks */
async function doubleClickDecoyAbove(
  popup: Page,
  decision: Decision,
  afterClose: (popup: Page) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const [x, y] = await findCentre(popup, decision);
  const decoy = await openDecoy();
  await decoy.mouse.move(x, y);
  const isClosed = decoy.waitForEvent('close');
  // The window may close before the browser has answered.
  await Promise.all([isClosed, decoy.mouse.down().catch(() => isClosed)]);
  await afterClose(popup);
  // A hand is never quite still between two clicks.
  await popup.mouse.move(x + 1, y, { steps: 3 });
  await popup.mouse.down({ clickCount: 2 });
  await popup.mouse.up({ clickCount: 2 });
}

/** Playwright makes each window believe that it always has the focus, and so reports no change. */
const giveFocus = (popup: Page) =>
  popup.evaluate(() => void window.dispatchEvent(new FocusEvent('focus')));

/** A window of another site, above all others. It closes when the mouse is pressed. */
async function openDecoy(): Promise<Page> {
  suite.sites.serve('evil', '/', {
    body: `<button onclick="open('/decoy', '', 'popup')">Play</button>`,
  });
  suite.sites.serve('evil', '/decoy', {
    body: '<h1>Double-click to play</h1><script>onmousedown = () => close()</script>',
  });
  const evil = await suite.context.newPage();
  await evil.goto(`${suite.sites.originOf('evil')}/`);
  const decoy = await suite.openedBy(() => evil.getByRole('button', { name: 'Play' }).click());
  await decoy.getByRole('heading', { name: 'Double-click to play' }).waitFor();
  return decoy;
}

/** Allow becomes ready again, and nothing was sent. */
async function expectRefusal(popup: Page): Promise<void> {
  await findButton(popup, 'allow').waitFor();
  expect(suite.watch.forwardedCodes()).toEqual([]);
}
