import { findAddressFlag } from '../addresses/host-origin.ts';
import type { Config } from '../config.ts';
import { about, type Finding } from './finding.ts';
import type { LiveAddress } from './look-at-database.ts';

export function checkApplications(
  { applications }: Config,
  stored: readonly LiveAddress[],
): readonly Finding[] {
  const configured = applications
    .filter(({ environment }) => environment === 'live')
    .flatMap(({ client_id, origins, redirect_uris }) =>
      [...origins, ...redirect_uris].map((address) => ({ client_id, address })),
    );
  const names = new Set(configured.map(({ client_id }) => client_id));
  // When the service starts, it replaces stored applications with those of the file.
  const all = [...configured, ...stored.filter(({ client_id }) => !names.has(client_id))];
  const { ok, risk } = about('applications');
  const texts = all.flatMap(({ client_id, address }) => {
    const flag = findAddressFlag(address);
    if (flag === null) return [];
    const reason =
      flag === 'local'
        ? 'so any program on the machine of a person could stand in for it'
        : 'which is a name for examples';
    return `${client_id} is live and has the address ${new URL(address).origin}, ${reason}. Remove it.`;
  });
  if (texts.length === 0) return [ok('No live application has an address on loopback.')];
  return [...new Set(texts)].map(risk);
}
