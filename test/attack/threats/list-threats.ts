import { browserThreats } from './browser-threats.ts';
import { serviceThreats } from './service-threats.ts';
import type { Proof, Threat } from './threat.ts';

/** One threat with its number. */
export interface NumberedThreat extends Threat {
  readonly number: number;
}

/** @returns all threats in the order of their numbers */
export function listThreats(): NumberedThreat[] {
  return [...Object.entries(browserThreats), ...Object.entries(serviceThreats)]
    .map(([number, threat]) => ({ number: Number(number), ...threat }))
    .sort((one, other) => one.number - other.number);
}

/** @returns every test that a threat names: attacks, control and weakened build */
export function listProofs({ tests, control, weakened }: Threat): Proof[] {
  return [...tests, control, ...(typeof weakened === 'string' ? [weakened] : [])];
}

/** @returns file below `test/` and part of a name, of a test that a threat names */
export function splitProof(proof: Proof): { file: string; name: string } {
  const [file = '', name = ''] = proof.split(' › ');
  return { file, name };
}
