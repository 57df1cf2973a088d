import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { checkLogo, type LogoFacts } from '../../shapes/logo.ts';
import type { Parts } from '../http/parts.ts';
import type { Database } from '../store/schema.ts';

export interface Logo extends LogoFacts {
  readonly bytes: Buffer;
  /** The SHA-256 and the type of the picture, as in the logo's address. */
  readonly name: string;
}

export function createLogoStore(database: Kysely<Database>) {
  const logos = database.selectFrom('application_logos');
  return {
    async findName(clientId: string): Promise<string | null> {
      const found = logos.select('name').where('client_id', '=', clientId);
      return (await found.executeTakeFirst())?.name ?? null;
    },
    async find(name: string): Promise<Buffer | undefined> {
      const found = await logos.select('image').where('name', '=', name).executeTakeFirst();
      return found && Buffer.from(found.image, 'base64');
    },
  };
}

/** Replaces the application's logo; null removes it. */
export async function writeLogo(
  database: Kysely<Database> | Transaction<Database>,
  clientId: string,
  logo: Logo | null,
): Promise<void> {
  await database.deleteFrom('application_logos').where('client_id', '=', clientId).execute();
  if (!logo) return;
  const row = { client_id: clientId, name: logo.name, image: logo.bytes.toString('base64') };
  await database.insertInto('application_logos').values(row).execute();
}

const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)?$/;

/** Reads a picture in Base64, or in a `data:` URL. Returns the broken rule when the picture cannot be a logo. */
export function readLogo(text: string): Logo | string {
  const data = text.replace(/^data:image\/(?:png|webp);base64,/, '');
  const bytes = Buffer.from(base64.test(data) ? data : '', 'base64');
  const facts = checkLogo(bytes);
  if (typeof facts === 'string') return facts;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { ...facts, bytes, name: `${hash}.${facts.type}` };
}

export async function findLogo({ store }: Parts, clientId: string): Promise<string | null> {
  return toLogoPath(await store.logos.findName(clientId));
}

export function toLogoPath(name: string | null): string | null {
  return name && `/connect/logos/${name}`;
}
