/** Entry `tax-connect/providers`: what a module of provider plug-ins for the Connect service needs. */
export { createOidcProvider, type OidcProviderOptions } from './providers/create-oidc-provider.ts';
export { defineProviders } from './providers/define-providers.ts';
export type {
  CredentialProvider,
  LoginField,
  LoginOutcome,
  ProviderContext,
  ProviderInfo,
  ProviderPlugin,
  RedirectProvider,
} from './providers/provider-types.ts';
