import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  adminKeysAnswer,
  createdKeyAnswer,
  endedKeyAnswer,
  endedSignInsAnswer,
} from '../../shapes/admin-key-answers.ts';
import { auditLogAnswer } from '../../shapes/audit-answers.ts';
import {
  accountAnswer,
  codeOnlyAnswer,
  consentAnswer,
  createdSessionAnswer,
  eventsAnswer,
  finchDisconnectAnswer,
  healthAnswer,
  introspectionAnswer,
  sessionAnswer,
  tokenAnswer,
} from '../../shapes/backend-answers.ts';
import { errorAnswer } from '../../shapes/common-answers.ts';
import { consentsAnswer } from '../../shapes/consent-answers.ts';
import {
  accountsAnswer,
  addedWebhookAnswer,
  applicationAnswer,
  applicationsAnswer,
  canceledAnswer,
  deletedAnswer,
  deliveriesAnswer,
  deliveryAnswer,
  disconnectedAnswer,
  linkAnswer,
  referenceAnswer,
  registeredAnswer,
  removedWebhookAnswer,
  rotatedAnswer,
  rotatedWebhookAnswer,
  sessionsAnswer,
  switchedWebhookAnswer,
  webhooksAnswer,
} from '../../shapes/dashboard-answers.ts';
import { providersAnswer, switchedProviderAnswer } from '../../shapes/provider-answers.ts';
import { recordAnswer, recordsAnswer } from '../../shapes/record-answers.ts';
import { credentialSchema } from '../backend/client-authentication.ts';
import { introspectionBody } from '../backend/introspect.ts';
import { revocationBody } from '../backend/revoke.ts';
import { sandboxBody } from '../backend/sandbox-codes.ts';
import { tokenBody } from '../backend/token.ts';
import { accountBody } from '../dashboard/routes/accounts.ts';
import { originBody, redirectUriBody } from '../dashboard/routes/addresses.ts';
import { newKeyBody } from '../dashboard/routes/admin-keys.ts';
import { registerBody } from '../dashboard/routes/applications.ts';
import { termsBody } from '../dashboard/routes/consent-terms.ts';
import { logoBody } from '../dashboard/routes/logo.ts';
import { offeredBody } from '../dashboard/routes/offered-providers.ts';
import { providerSwitchBody } from '../dashboard/routes/providers.ts';
import { sessionIdBody } from '../dashboard/routes/sessions.ts';
import { limitBody, nameBody, tokenDaysBody } from '../dashboard/routes/settings.ts';
import { switchBody } from '../dashboard/routes/webhooks.ts';
import { webhookBody } from '../dashboard/webhook-fields.ts';
import { sessionBody } from '../sessions/create-session.ts';
import { namedSessionBody } from '../sessions/session-request.ts';

/** Every schema in the document: the routes validate and answer with them. */
const schemas = {
  Error: errorAnswer,
  TokenRequest: tokenBody,
  Token: tokenAnswer,
  SandboxCodeRequest: sandboxBody,
  Code: codeOnlyAnswer,
  Credentials: credentialSchema,
  NewSession: sessionBody,
  CreatedSession: createdSessionAnswer,
  Session: sessionAnswer,
  OptionalCredentials: namedSessionBody,
  EventList: eventsAnswer,
  ConnectedAccount: accountAnswer,
  Consent: consentAnswer,
  RecordList: recordsAnswer,
  Record: recordAnswer,
  FinchDisconnection: finchDisconnectAnswer,
  RevocationRequest: revocationBody,
  IntrospectionRequest: introspectionBody,
  Introspection: introspectionAnswer,
  Health: healthAnswer,
  ApplicationList: applicationsAnswer,
  Application: applicationAnswer,
  NewApplication: registerBody,
  RegisteredApplication: registeredAnswer,
  Name: nameBody,
  SubmissionLimit: limitBody,
  TokenDays: tokenDaysBody,
  Logo: logoBody,
  ConsentTerms: termsBody,
  RedirectUri: redirectUriBody,
  Origin: originBody,
  RotatedSecret: rotatedAnswer,
  DeletedApplication: deletedAnswer,
  AccountList: accountsAnswer,
  AccountId: accountBody,
  DisconnectedAccount: disconnectedAnswer,
  ConsentList: consentsAnswer,
  SessionList: sessionsAnswer,
  SessionId: sessionIdBody,
  SessionLink: linkAnswer,
  CanceledSession: canceledAnswer,
  WebhookList: webhooksAnswer,
  NewWebhook: webhookBody,
  AddedWebhook: addedWebhookAnswer,
  RotatedWebhook: rotatedWebhookAnswer,
  Switch: switchBody,
  SwitchedWebhook: switchedWebhookAnswer,
  RemovedWebhook: removedWebhookAnswer,
  DeliveryList: deliveriesAnswer,
  AddedDelivery: deliveryAnswer,
  ProviderList: providersAnswer,
  ProviderSwitch: providerSwitchBody,
  SwitchedProvider: switchedProviderAnswer,
  OfferedProviders: offeredBody,
  AdminKeyList: adminKeysAnswer,
  NewAdminKey: newKeyBody,
  CreatedAdminKey: createdKeyAnswer,
  EndedAdminKey: endedKeyAnswer,
  EndedSignIns: endedSignInsAnswer,
  AuditLog: auditLogAnswer,
  FlowList: referenceAnswer,
};

/** The name of a schema. */
export type SchemaName = keyof typeof schemas;

/**
 * Checks without an equivalent in JSON Schema, such as trimming, are code. The document has only their
 * type.
 */
export const conversion = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
} as const;

/** @returns every schema as JSON Schema, with OpenAPI references */
export function convertSchemas(): Readonly<Record<SchemaName, JsonSchema>> {
  return toJsonSchemaDefs(schemas, {
    ...conversion,
    overrideRef: ({ referenceId }) => referTo(referenceId),
  });
}

/**
 * @param schema - the schema that a route validates with
 * @returns its reference within the document
 * @throws Error when it has no name there
 */
export function findReference(schema: v.GenericSchema): string {
  const named = Object.entries<v.GenericSchema>(schemas).find(([, one]) => one === schema);
  if (!named) throw new Error('A body of a described endpoint needs a name in openapi/schemas.ts.');
  return referTo(named[0]);
}

/** @returns its reference within the document */
export function referTo(name: string): string {
  return `#/components/schemas/${name}`;
}
