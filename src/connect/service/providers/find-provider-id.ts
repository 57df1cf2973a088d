import type { Provider } from 'tax-connect/page';

/** @returns the ID of the provider with this ID, name or alias */
export function findProviderId(providers: readonly Provider[], text: string): string | undefined {
  const wanted = text.toLowerCase();
  return providers.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === wanted),
  )?.id;
}
