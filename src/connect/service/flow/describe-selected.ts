import type { Provider } from 'tax-connect/page';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import type { Application } from '../applications/registered-application.ts';
import type { Parts } from '../http/parts.ts';
import { isRedirectProvider } from '../providers/registry.ts';

/**
 * @param application - just read from the database
 * @param provider - the provider that the user has picked
 * @returns the provider, and how users sign in there
 */
export function describeSelected(
  parts: Pick<Parts, 'providers'>,
  application: Application,
  { id, name, domain, logo }: Provider,
): SelectedProvider {
  const plugin = parts.providers.findPlugin(application.environment, id);
  const fields = plugin && 'fields' in plugin ? plugin.fields : undefined;
  const login = plugin && isRedirectProvider(plugin) ? 'redirect' : 'credentials';
  const isSimulated = plugin !== undefined && parts.providers.isSimulated(plugin);
  const own = application.environment === 'test' ? plugin?.info.hint : undefined;
  return {
    id,
    name,
    domain,
    logo,
    login,
    fields: fields ? [...fields] : null,
    is_simulated: isSimulated,
    hint: own ?? null,
  };
}
