/** As in `summaries.ts`: the operator's switch of providers. */
export const providerSummaries = {
  'POST /admin/applications/{client_id}/providers': {
    id: 'setOfferedProviders',
    text: 'Set the providers that the application offers; null: all.',
    answer: 'Application',
  },
  'GET /admin/providers': {
    id: 'listProviders',
    text: 'List every provider with its state, as its plug-in or an operator says.',
    answer: 'ProviderList',
  },
  'POST /admin/providers/{provider_id}/switch': {
    id: 'switchProvider',
    text: 'Switch a provider, for every application and from the next request on. Switched to what its plug-in says, without a reason, it follows the plug-in again.',
    answer: 'SwitchedProvider',
  },
} as const;
