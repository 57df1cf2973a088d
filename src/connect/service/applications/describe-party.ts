import type { Parts } from '../http/parts.ts';
import type { Application } from './registered-application.ts';

/**
 * @param application - just read from the database
 * @returns the application, as people see it
 */
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
