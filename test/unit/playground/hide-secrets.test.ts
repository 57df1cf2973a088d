import { expect, it } from 'vitest';
import { formatSafely } from '../../../demo/hosts/hide-secrets.ts';

it('the playground hides secrets at any depth, and shows the code of an error', () => {
  const shown = formatSafely({
    code: 'secret-1',
    state: null,
    list: [{ access_token: 'secret-2' }, [{ nonce: 'secret-3' }]],
    error: { code: 'server_error', retryable: true },
  });

  expect(shown).not.toContain('secret-');
  expect(JSON.parse(shown)).toMatchObject({ state: null, error: { code: 'server_error' } });
});
