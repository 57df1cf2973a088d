import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { systemClock } from '../basics/clock.ts';
import { listSettings, type Variables } from '../basics/settings.ts';
import type { Config } from '../config.ts';
import { loadConsentTexts } from '../consents/consent-texts.ts';
import type { OperatorProviderSettings } from '../operators/operator-provider-settings.ts';
import { openProviders } from '../providers/open-providers.ts';
import { about, type Finding } from './finding.ts';

export async function checkSecrets(
  config: Config,
  variables: Variables,
): Promise<readonly Finding[]> {
  const { operatorProvider, publicUrl = 'http://localhost' } = config;
  return [
    checkPassword(config),
    ...(operatorProvider ? [await checkOperatorProvider(operatorProvider, publicUrl)] : []),
    ...checkAdminToken(config),
    checkKey(config),
    ...findSharedSecrets(variables),
    await checkProviders(config),
    ...(await checkTexts(config)),
    ...checkFile('APPLICATIONS_FILE', variables.APPLICATIONS_FILE, {
      mode: 0o077,
      text: 'may be read by other users of this machine, and has client secrets. Set its mode to 600.',
    }),
    ...checkFile('PROVIDERS_MODULE', config.providersModule, otherWriters),
    ...checkFile('CONSENT_TEXTS', config.consentTextsModule, otherWriters),
  ];
}

const otherWriters = {
  mode: 0o022,
  text: 'may be changed by other users of this machine, and its code runs in the service. Set its mode to 644.',
};

/** Checks that the metadata of the operators' OpenID provider exists and names the same issuer. */
async function checkOperatorProvider(
  settings: OperatorProviderSettings,
  publicUrl: string,
): Promise<Finding> {
  const { ok, risk } = about('DASHBOARD_OIDC_ISSUER');
  const { createOperatorProvider } = await import('../operators/operator-provider.ts');
  const { issuer } = settings;
  try {
    await createOperatorProvider(settings).begin('', publicUrl);
    return ok(
      `The provider answers. Its client needs the redirect URI ${publicUrl}/dashboard/return.`,
    );
  } catch {
    return risk(
      `${issuer} has no metadata of an OpenID provider with that issuer, so no one can sign in to the dashboard there. Open ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration and compare the issuer.`,
    );
  }
}

function checkAdminToken({ adminToken }: Config): readonly Finding[] {
  if (adminToken === undefined) return [];
  const text =
    'It is set, and opens all of /admin. Create a key for each program in the dashboard, then unset it.';
  return [about('ADMIN_TOKEN').ok(text)];
}

function checkPassword({ dashboardPassword, operatorProvider }: Config): Finding {
  const { ok, risk } = about('DASHBOARD_PASSWORD');
  if (!dashboardPassword && operatorProvider)
    return ok('It is not set: people sign in at the provider.');
  if (dashboardPassword) return ok('It is set.');
  return risk(
    'It is not set: each start prints a new one and ends every session, and several processes need the same one. Set it.',
  );
}

function checkKey({ grantKeys, providersModule }: Config): Finding {
  const { ok, risk } = about('GRANT_KEY');
  if (!grantKeys) {
    // With PROVIDERS_MODULE, the check of the providers reports that the key is missing.
    return ok(
      providersModule ? 'It is not set.' : 'It is not set. Webhooks and PROVIDERS_MODULE need it.',
    );
  }
  if (grantKeys.some((key) => new Set(key).size < 8)) {
    return risk(
      'A key is not random, so grants could be opened by guessing it. Make one with `openssl rand -base64 32`.',
    );
  }
  const [first, second] = grantKeys;
  if (first && second?.equals(first)) {
    return risk(
      'Both keys are the same, so nothing is rotated. Put a new key first, and the old one second.',
    );
  }
  return ok(grantKeys.length === 1 ? 'There is one key.' : 'There are a new key and an old one.');
}

function findSharedSecrets(variables: Variables): readonly Finding[] {
  // Database addresses are also secrets, but two of them may be equal.
  const secretNames = listSettings()
    .filter(({ name, isSecret }) => isSecret && !name.endsWith('_URL'))
    .map(({ name }) => name);
  return secretNames.flatMap((name, index) => {
    const same = secretNames
      .slice(index + 1)
      .find((other) => variables[name] && variables[other] === variables[name]);
    if (same === undefined) return [];
    return [
      about(name).risk(
        `It is the same as ${same}, so one leak opens both. Use a different one for each.`,
      ),
    ];
  });
}

async function checkProviders(config: Config): Promise<Finding> {
  const { ok, risk, wrong } = about('PROVIDERS_MODULE');
  try {
    const providers = await openProviders(config, { clock: systemClock }, undefined);
    const count = providers.list('live').length;
    if (config.providersModule !== undefined)
      return ok(`The module has ${count} ${count === 1 ? 'provider' : 'providers'}.`);
    return risk(
      'It is not set, so all providers are simulated, also for live applications. Name the module with your plug-ins.',
    );
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

async function checkTexts({ consentTextsModule }: Config): Promise<readonly Finding[]> {
  const { ok, wrong } = about('CONSENT_TEXTS');
  if (consentTextsModule === undefined) return [];
  try {
    const { en = {} } = (await loadConsentTexts(consentTextsModule)) ?? {};
    return [ok(`The module replaces ${Object.keys(en).join(', ')}.`)];
  } catch (error) {
    return [wrong(error instanceof Error ? error.message : String(error))];
  }
}

function checkFile(
  name: string,
  file: string | undefined,
  { mode, text }: { readonly mode: number; readonly text: string },
): readonly Finding[] {
  if (!file || process.platform === 'win32') return [];
  const stats = statSync(resolve(file), { throwIfNoEntry: false });
  return stats && (stats.mode & mode) !== 0 ? [about(name).risk(`${file} ${text}`)] : [];
}
