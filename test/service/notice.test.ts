import { describe, expect, it } from 'vitest';
import { chooseTexts } from '../../src/connect/service/http/notice.ts';
import { builtAssets } from './built-assets.ts';
import { createTestService } from './harness.ts';
import { day, hour, minute } from './test-application.ts';
import { readError } from './world.ts';

/** Opens the notice for an unknown application. */
async function openUnknown(language?: string) {
  const { app } = await createTestService();
  const headers: Record<string, string> = { 'X-Request-Id': 'request-7' };
  if (language !== undefined) headers['Accept-Language'] = language;
  const response = await app.request('/connect?client_id=nobody', { headers });
  return { response, html: await response.text() };
}

describe('a notice', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'ltr'],
    ['nl, ar;q=0.7, fr;q=0.5', 'ar', 'rtl'],
    ['pt', 'pt-BR', 'ltr'],
    ['zh-TW,zh;q=0.9,ko;q=0.8', 'ko', 'ltr'],
    ['fil', 'tl', 'ltr'],
    ['nl', 'en', 'ltr'],
    ['*', 'en', 'ltr'],
    [';;=,"<script>', 'en', 'ltr'],
    [undefined, 'en', 'ltr'],
  ])('for %s is in %s', { tags: ['control-64'] }, async (accepted, language, direction) => {
    const { html } = await openUnknown(accepted);
    const { title, advice } = chooseTexts([language]).notices.unknown_client;
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`>${title}</h1>`);
    expect(html).toContain(`>${advice}</p>`);
  });

  it.each([['/nowhere'], ['/sdk/1/x'], ['/docs/assets/none.js']])(
    'is the answer to a browser that opens an unknown address, and programs get JSON: %s',
    async (path) => {
      const { app } = await createTestService({ assets: builtAssets });
      const browser = {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'Accept-Language': 'de',
      };

      const page = await app.request(path, { headers: browser });
      const program = await app.request(path, { headers: { Accept: '*/*' } });

      expect([page.status, program.status]).toEqual([404, 404]);
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      const html = await page.text();
      expect(html).toContain(`>${chooseTexts(['de']).notices.not_found.title}</h1>`);
      expect(html).toContain('<link rel="stylesheet"');
      // No support could help with a wrong address.
      expect(html).not.toContain('class="reference');
      expect((await readError(program))[1]).toBe('not_found');
    },
  );

  it('has the request ID of the log, and tells developers what is wrong', async () => {
    const { html, response } = await openUnknown('es');
    expect(response.status).toBe(400);
    expect(response.headers.get('X-Request-Id')).toBe('request-7');
    expect(html).toContain('<code dir="ltr" translate="no">request-7</code>');
    expect(html).toMatch(/<p class="developers" lang="en" dir="ltr">[^<]*client_id/);
  });

  it.each([
    [40, { pages: { max: 1, windowMs: minute } }, /Attendez 40\ssecondes, puis rechargez/],
    [3580, { pages: { max: 1, windowMs: hour } }, /Attendez 60\sminutes, puis rechargez/],
    [86_380, { pagesOfDay: { max: 1, windowMs: day } }, /Attendez 24\sheures, puis rechargez/],
  ])('has no controls, tells the host, and says to wait for %i s', async (...row) => {
    const [seconds, rateLimits, advice] = row;
    const service = await createTestService({ assets: builtAssets, rateLimits });
    await service.get('/connect?client_id=test_app');
    service.advance(20_000);
    const limited = await service.get('/connect?client_id=test_app', { 'Accept-Language': 'fr' });
    const html = await limited.text();
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, String(seconds)]);
    expect(html).toMatch(advice);
    expect(html).toContain('"code":"rate_limited"');
    expect(html).toContain('"retryable":true');
    expect(html).not.toContain('id="flow"');
    // No application was looked up, so the allowed embedders are unknown.
    expect(limited.headers.get('Content-Security-Policy')).toContain('frame-ancestors *;');
    // Developers are told only what they can fix.
    expect(html).not.toContain('class="developers"');
    expect(html).not.toMatch(/<(a|button|form|input|details)\b/);
  });
});
