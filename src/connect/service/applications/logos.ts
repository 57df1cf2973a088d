import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { checkLogo, type LogoFacts } from '../../shapes/logo.ts';
import type { Parts } from '../http/parts.ts';
import type { Database } from '../store/schema.ts';
import type { Application } from './registered-application.ts';

/** A checked picture. */
export interface Logo extends LogoFacts {
  readonly bytes: Buffer;
  /** The SHA-256 in hexadecimal digits and the type. It is the name in the logo's address. */
  readonly name: string;
}

declare module '../store/store.ts' {
  interface Store {
    /** The logos of applications. */
    readonly logos: ReturnType<typeof createLogoStore>;
  }
}

export function createLogoStore(database: Kysely<Database>) {
  const logos = database.selectFrom('application_logos');
  return {
    /** @returns the name of the application's logo, or null */
    async findName(clientId: string): Promise<string | null> {
      const found = logos.select('name').where('client_id', '=', clientId);
      return (await found.executeTakeFirst())?.name ?? null;
    },
    /** @returns the picture with this name; undefined when no application uses it */
    async find(name: string): Promise<Buffer | undefined> {
      const found = await logos.select('image').where('name', '=', name).executeTakeFirst();
      return found && Buffer.from(found.image, 'base64');
    },
  };
}

/** @param logo - the application's new logo; null removes it */
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

/**
 * @param text - the picture as base64, or as a `data:` address with base64
 * @returns the picture, or the reason why it cannot be a logo
 */
export function readLogo(text: string): Logo | string {
  const data = text.replace(/^data:image\/(?:png|webp);base64,/, '');
  const bytes = Buffer.from(base64.test(data) ? data : '', 'base64');
  const facts = checkLogo(bytes);
  if (typeof facts === 'string') return facts;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { ...facts, bytes, name: `${hash}.${facts.type}` };
}

/** @returns what people see of the application: its name, environment, logo, accent and support address */
export async function describeParty(
  { store }: Pick<Parts, 'store'>,
  { clientId, name, environment, accentColor, supportUrl }: Application,
) {
  const logo = await findLogo({ store }, clientId);
  return { name, environment, logo, accent_color: accentColor, support_url: supportUrl };
}

/** @returns the path of the application's logo, or null */
export async function findLogo(
  { store }: Pick<Parts, 'store'>,
  clientId: string,
): Promise<string | null> {
  return toLogoPath(await store.logos.findName(clientId));
}

/** @returns the path of the logo with this name */
export function toLogoPath(name: string | null): string | null {
  return name && `/connect/logos/${name}`;
}
