import { browserThreats } from './browser-threats.ts';
import { serviceThreats } from './service-threats.ts';
import type { Proof, Threat } from './threat.ts';

/** A threat with its number. */
export interface NumberedThreat extends Threat {
  readonly number: number;
}

/** @returns all threats in the order of their numbers */
export function listThreats(): NumberedThreat[] {
  return [...Object.entries(browserThreats), ...Object.entries(serviceThreats)]
    .map(([number, threat]) => ({ number: Number(number), ...threat }))
    .sort((one, other) => one.number - other.number);
}

/** @returns the tests of a threat: attacks, control and weakened build */
export function listProofs({ tests, control, weakened }: Threat): Proof[] {
  return [...tests, control, ...(typeof weakened === 'string' ? [weakened] : [])];
}

/** @returns the file below `test/` and the part of the name */
export function splitProof(proof: Proof): { file: string; name: string } {
  const [file = '', name = ''] = proof.split(' › ');
  return { file, name };
}
