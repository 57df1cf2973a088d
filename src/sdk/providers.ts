/** Entry `tax-connect/providers`, for plug-ins that add providers to the Connect service. */
export type { RecordFile, RecordType, TaxRecord } from './protocol/tax-record.ts';
export type { ConsentLocale, ConsentText, ConsentTexts } from './providers/consent-texts.ts';
export { createOidcProvider, type OidcProviderOptions } from './providers/create-oidc-provider.ts';
export { defineProviders } from './providers/define-providers.ts';
export type { OidcRecords, OidcRecordTools } from './providers/oidc-records.ts';
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
  Share,
} from './providers/record-types.ts';
