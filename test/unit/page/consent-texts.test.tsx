// @vitest-environment happy-dom

import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import operatorTexts from '../../../demo/examples/consent-texts.mjs';
import { createLanguage } from '../../../src/connect/page/create-language.ts';
import { texts as arabic } from '../../../src/texts/ar.json?page';
import { texts as en } from '../../../src/texts/en.json?page';
import { fill } from '../../../src/texts/fill.ts';
import {
  closeDocument,
  createHost,
  createService,
  loadPage,
  prepareBrowser,
  pressGuarded,
  settle,
  signIn,
} from './whole-page.tsx';

beforeEach(prepareBrowser);
afterEach(closeDocument);

it('the page shows the operator’s texts, and sends what it has shown', async () => {
  const service = createService();
  const host = createHost('frame');
  const data = { consent_texts: operatorTexts };
  await loadPage('/connect?client_id=app', 'embedded', data);
  host.say({ type: 'select_provider', provider_id: 'sandbox' });
  await settle();
  await signIn();
  const title = screen.getByRole('heading', { level: 1 }).textContent;
  await pressGuarded('Allow');

  expect(title).toBe('Allow Sandbox Tax to give Demo Taxes your tax information?');
  const [path, body] = service.requests.at(-1) ?? [];
  expect(path).toBe('consent');
  const lines = String(body?.text).split('\n');
  expect(lines[0]).toBe(title);
  expect(lines).toContain(`How long: ${en.consent.howLong}`);
});

it('a language that is written from right to left has its own, and keeps the other texts', async () => {
  const language = createLanguage(operatorTexts);
  language.speak(['ar']);
  await vi.waitFor(() => expect(language.text.value.dir).toBe('rtl'));

  const { consent, connected } = language.text.value;
  expect(fill(consent.title, { application: 'Tally', provider: 'Orchard' })).toBe(
    'هل تسمح لـ Orchard بتقديم معلوماتك الضريبية إلى Tally؟',
  );
  expect(consent).toMatchObject({ what: arabic.consent.what, howLong: arabic.consent.howLong });
  expect(consent.revokeBefore).toBe(arabic.consent.revokeBefore);
  expect(connected).toBe(arabic.connected);
});

it('names stand in the place of every placeholder, and stay as they are', () => {
  const texts = {
    title: '{provider} → {application}',
    howLongDays: 'For {days}.',
    revokeBefore: 'In {application} or ',
    what: { returns: 'Returns' },
  };

  const { consent } = createLanguage({ en: texts }).text.value;

  const names = { application: '{provider} $&', provider: 'Orchard' };
  expect(fill(consent.title, names)).toBe('Orchard → {provider} $&');
  expect(fill(consent.howLongDays, { days: '90 days' })).toBe('For 90 days.');
  expect(consent.what).toEqual({ ...en.consent.what, returns: 'Returns' });
});
