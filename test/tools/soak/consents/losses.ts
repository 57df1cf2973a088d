import { type Grant, isAlive, type Office } from './office.ts';

/** A process that was killed. */
export interface Kill {
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Distinguishes grants that may be lost according to the documentation from those that must not. */
export interface Losses {
  /** True when a process got the grant shortly before it was killed, so that it may not have stored it. */
  mayBeLost(grant: Grant): boolean;
  /** @returns the fate of the process that got the grant */
  describe(grant: Grant): string;
  /** @returns whether a renewed grant of this sign-in may have been lost with its process */
  explainsLogin(mark: string): boolean;
  /** @returns the grants of a sign-in, and the fate of their processes */
  describeLogin(mark: string): string;
}

/**
 * The time that a grant may wait in its process: while the database is unavailable, for a second after that, and on a
 * busy machine for its turn at the database.
 */
const heldMs = 20_000;
/** A request that was sent before the kill reaches the office after it, because both share a busy process. */
const onTheWayMs = 500;

/** @param kills - also gets later kills */
export function createLosses(office: Office, kills: readonly Kill[]): Losses {
  const mayBeLost = ({ pid, givenAt }: Grant) =>
    kills.some((kill) => {
      const leftMs = kill.at - givenAt;
      return kill.pid === pid && leftMs > -onTheWayMs && leftMs < heldMs;
    });
  const describe = ({ pid, givenAt }: Grant) => {
    const kill = kills.find((one) => one.pid === pid);
    return kill ? `killed ${kill.at - givenAt} ms later` : 'never killed';
  };
  return {
    mayBeLost,
    describe,
    describeLogin: (mark) =>
      office
        .listOf(mark)
        .map((grant) => {
          const age = `${Date.now() - grant.givenAt} ms old`;
          const state = grant.isRevoked ? 'revoked' : grant.renewedAs ? 'renewed' : 'alive';
          return `${age}, ${state}, its process ${describe(grant)}`;
        })
        .join('; '),
    explainsLogin: (mark) =>
      office
        .listOf(mark)
        .some((grant) => grant.renewedAs && isAlive(grant.renewedAs) && mayBeLost(grant.renewedAs)),
  };
}
