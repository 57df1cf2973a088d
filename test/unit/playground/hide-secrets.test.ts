import { expect, it } from 'vitest';
import { formatSafely } from '../../../demo/hosts/hide-secrets.ts';

it('hides secrets, tokens, codes, verifiers, nonces, handoffs and states at any depth', () => {
  const shown = formatSafely({
    type: 'code',
    code: 'secret-1',
    nonce: 'secret-2',
    list: [{ handoff: 'secret-3', state: { of: 'secret-4' } }],
    client_secret: 'secret-5',
    access_token: 'secret-6',
    code_verifier: 'secret-7',
    provider_id: 'sandbox',
  });

  expect(shown).not.toContain('secret-');
  expect(shown).toContain('sandbox');
});

it('shows the code of an error, which is not secret', () => {
  expect(formatSafely({ type: 'error', code: 'offline', retryable: true })).toContain('offline');
});

it('leaves null unchanged', () => {
  expect(JSON.parse(formatSafely({ state: null }))).toEqual({ state: null });
});
