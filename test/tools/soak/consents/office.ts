import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listen, stop } from '../../../support/listen.ts';

/** A grant in the provider's records. */
export interface Grant {
  readonly id: string;
  /** Identifies the sign-in from which the grant comes. A renewed grant keeps it. */
  readonly mark: string;
  /** The process of the service that got it. */
  readonly pid: number;
  readonly givenAt: number;
  /** The grant that has replaced this one, which is then invalid. */
  renewedAs?: Grant;
  isRevoked: boolean;
}

/** The provider's side of `provider.mjs`: one office for all processes of the service. */
export interface Office {
  readonly url: string;
  readonly grants: ReadonlyMap<string, Grant>;
  /** @returns the grants of a sign-in, oldest first */
  listOf(mark: string): readonly Grant[];
  close(): Promise<void>;
}

/** The part of reads whose grant must be renewed first. */
const stalePart = 0.3;

/** @returns whether the provider still accepts the grant */
export function isAlive({ renewedAs, isRevoked }: Grant): boolean {
  return renewedAs === undefined && !isRevoked;
}

/** @returns the office, on a free port of the loopback device */
export async function openOffice(): Promise<Office> {
  const grants = new Map<string, Grant>();
  const byMark = new Map<string, Grant[]>();
  const give = (mark: string, pid: number) => {
    const grant = { id: randomUUID(), mark, pid, givenAt: Date.now(), isRevoked: false };
    grants.set(grant.id, grant);
    byMark.set(mark, [...(byMark.get(mark) ?? []), grant]);
    return grant;
  };
  const describe = ({ id, mark }: Grant) => ({ id, mark });
  const act = (name: string, { id, mark, pid, isFresh }: OfficeRequest): object => {
    if (name === 'give') return describe(give(mark, pid));
    const grant = grants.get(id);
    const isGood = grant !== undefined && isAlive(grant);
    if (name === 'use') {
      return { isAlive: isGood && (isFresh === true || Math.random() > stalePart) };
    }
    if (name === 'revoke' && grant) grant.isRevoked = true;
    if (name !== 'renew' || !isGood) return {};
    grant.renewedAs = give(grant.mark, pid);
    return describe(grant.renewedAs);
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = JSON.parse(Buffer.concat(chunks).toString()) as OfficeRequest;
    response.end(JSON.stringify(act((request.url ?? '').slice(1), fields)));
  });
  // If the office closed a connection while a process used it, the process would see an error of the provider.
  server.keepAliveTimeout = 3_600_000;
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    grants,
    listOf: (mark) => byMark.get(mark) ?? [],
    close: () => stop(server),
  };
}

interface OfficeRequest {
  readonly id: string;
  readonly mark: string;
  readonly pid: number;
  readonly isFresh?: boolean;
}
