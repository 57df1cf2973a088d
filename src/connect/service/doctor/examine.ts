import { createGrantSeal } from '../basics/grant-seal.ts';
import type { Variables } from '../basics/settings.ts';
import { type Config, readConfig } from '../config.ts';
import { explainStartError } from '../explain-start-error.ts';
import type { KeyCounts } from '../reseal/sealed-values.ts';
import { findWeakSettings } from '../weak-settings.ts';
import { checkAddress } from './check-address.ts';
import { checkApplications } from './check-applications.ts';
import { checkSecrets } from './check-secrets.ts';
import { about, type Finding } from './finding.ts';
import type { DatabaseLook } from './look-at-database.ts';

/**
 * Examines everything that `serve` needs to start, and changes nothing. A finding with the level `wrong` means that
 * `serve` would not start, or could not respond to requests.
 */
export async function examine(variables: Variables): Promise<readonly Finding[]> {
  const { config, findings } = readSettings(variables);
  if (!config) return findings;
  const look = await lookAtDatabase(config);
  const more = [
    ...(await checkAddress(config)),
    ...(await checkSecrets(config, variables)),
    ...look.findings,
    ...checkSealed(config, look.sealed),
    ...checkApplications(config, look.addresses),
  ];
  // Where a variable is invalid, the configuration contains its default. Findings about the default are left out.
  const wrong = new Set(findings.filter(isWrong).map(({ subject }) => subject));
  return [...findings, ...more.filter(({ subject }) => !wrong.has(subject))];
}

const isWrong = ({ level }: Finding): boolean => level === 'wrong';

async function lookAtDatabase(config: Config): Promise<DatabaseLook> {
  const { databaseUrl, databaseReadUrl, databaseFile } = config;
  try {
    if (databaseUrl === undefined) {
      const { lookAtFolder } = await import('./check-folder.ts');
      return await lookAtFolder(databaseFile);
    }
    const { lookAtPostgres, lookAtReplica } = await import('./check-postgres.ts');
    const look = await lookAtPostgres(databaseUrl, config);
    if (databaseReadUrl === undefined) return look;
    return { ...look, findings: [...look.findings, await lookAtReplica(databaseReadUrl)] };
  } catch (error) {
    const text = explainStartError(error, config);
    const subject = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    const finding = about(subject).wrong(text.replace(/^[A-Z_]+: /, ''));
    return { findings: [finding], addresses: [] };
  }
}

function checkSealed(
  { grantKeys = [] }: Config,
  sealed: KeyCounts = new Map(),
): readonly Finding[] {
  const { keyNames } = createGrantSeal(grantKeys);
  const known = keyNames.length === 0 ? ['plain'] : keyNames;
  const lost = [...sealed].filter(([name]) => !known.includes(name));
  if (lost.length === 0) return [];
  const list = lost.map(([name, count]) => `${name}: ${count}`).join(', ');
  return [
    about('GRANT_KEY').risk(
      `The database has values that no key of GRANT_KEY opens (${list}). Their accounts must sign in again, and their webhooks need new secrets. Add the key that sealed them.`,
    ),
  ];
}

interface ReadSettings {
  /** The configuration without the invalid variables. Undefined when an error names no variable. */
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the configuration, each time without the variable that an error names, so that one run finds all of them. */
function readSettings(variables: Variables): ReadSettings {
  const findings: Finding[] = [];
  let left = variables;
  for (;;) {
    try {
      const config = readConfig(left);
      if (findings.length === 0)
        findings.push({ level: 'ok', subject: 'variables', text: 'All of them are valid.' });
      return { config, findings: [...findings, ...listWeak(config, variables.NODE_ENV)] };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const [name = ''] = /^[A-Z_]+/.exec(text) ?? [];
      findings.push({ level: 'wrong', subject: name || 'variables', text });
      if (left[name] === undefined) return { config: undefined, findings };
      left = { ...left, [name]: undefined };
    }
  }
}

function listWeak(config: Config, nodeEnv: string | undefined): readonly Finding[] {
  const level = nodeEnv === 'production' ? 'wrong' : 'risk';
  return findWeakSettings(config).map((text) => {
    const [subject = ''] = text.split(' ');
    return { level, subject, text };
  });
}
