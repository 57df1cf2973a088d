import type { Provider } from 'tax-connect/page';

/** @returns the ID of the provider that a text names by its ID, its name or an alias */
export function findProviderId(providers: readonly Provider[], text: string): string | undefined {
  const wanted = text.toLowerCase();
  return providers.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === wanted),
  )?.id;
}
