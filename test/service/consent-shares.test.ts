import type { CredentialProvider, Share } from 'tax-connect/providers';
import { describe, expect, it } from 'vitest';
import type { TestService } from './harness.ts';
import { fake, servePlugin } from './plugin-service.ts';
import { live } from './test-application.ts';
import { readJson, type TestFlow } from './world.ts';

/** A provider that shares these, until a new version of its plug-in shares others. */
const createProvider = (shares: readonly Share[] | undefined) => ({
  ...fake,
  info: { ...fake.info, shares },
});

async function reachConsent(service: TestService) {
  const flow = await service.startFlow({ clientId: 'live_app' });
  await flow.pick('fake');
  const shown = await readJson(flow.logIn('me', 'mine'));
  return { flow, shown };
}

/** Presses Allow, and returns the data that the application may read. */
async function allow(service: TestService, flow: TestFlow) {
  return await (await service.finish(await flow.allow(), live)).read('/account');
}

describe('consent', () => {
  it.each([
    ['a plug-in that says nothing', undefined, ['identity', 'returns', 'forms']],
    ['a plug-in without returns', ['transcripts', 'documents'], ['transcripts', 'documents']],
  ] as const)('shows and stores what the provider shares: %s', async (_, shares, expected) => {
    const service = await servePlugin(createProvider(shares) as CredentialProvider);
    const { flow, shown } = await reachConsent(service);
    expect(shown).toMatchObject({ step: 'consent', shares: expected });
    expect(await allow(service, flow)).toMatchObject({ consent: { shares: expected } });
  });

  it('stores what was shown, even if the plug-in shares more before Allow', async () => {
    const plugin = createProvider(['forms']);
    const service = await servePlugin(plugin as CredentialProvider);
    const { flow, shown } = await reachConsent(service);
    plugin.info.shares = ['identity', 'returns', 'forms'];
    expect(shown).toMatchObject({ shares: ['forms'] });
    expect(await allow(service, flow)).toMatchObject({ consent: { shares: ['forms'] } });
  });
});
