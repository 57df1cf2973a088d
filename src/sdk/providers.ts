/** Entry `tax-connect/providers`, for modules of provider plug-ins of the Connect service. */
export { createOidcProvider, type OidcProviderOptions } from './providers/create-oidc-provider.ts';
export { defineProviders } from './providers/define-providers.ts';
export type {
  ChallengeOption,
  CredentialProvider,
  LoginField,
  LoginOutcome,
  ProviderContext,
  ProviderInfo,
  ProviderPlugin,
  RedirectProvider,
} from './providers/provider-types.ts';
export type {
  ConnectedProvider,
  GrantContext,
  ProviderRecords,
  ReadContext,
  ReadOutcome,
  RecordFile,
  RecordType,
  Share,
  TaxRecord,
} from './providers/record-types.ts';
