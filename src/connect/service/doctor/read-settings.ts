import type { Variables } from '../basics/settings.ts';
import { type Config, readConfig } from '../config.ts';
import { findWeakSettings } from '../weak-settings.ts';
import type { Finding } from './finding.ts';

/** The variables as `serve` reads them. */
export interface ReadSettings {
  /** Read without the wrong variables; undefined when an error names no variable. */
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
}

/** Continues without each wrong variable, so that one run finds all of them. */
export function readSettings(variables: Variables): ReadSettings {
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
