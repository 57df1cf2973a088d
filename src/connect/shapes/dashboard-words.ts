/* Words that the service stores, each with the text that the dashboard shows for it. */

/** The problem of a flow, as the service reported it to the page. */
export const flowProblemTexts = {
  provider_unavailable: 'The provider is not available, or answered with an error.',
  account_locked: 'The provider has locked the account.',
  too_many_attempts: 'Too many wrong sign-ins from one network. The user had to wait.',
  invalid_credentials: 'The username or the password was wrong.',
  invalid_one_time_code: 'The one-time code was wrong.',
  invalid_answer: 'The provider did not accept the answer.',
  not_approved: 'The provider did not approve the sign-in.',
  different_account: 'The user signed in to another account than the one to connect again.',
  submission_limit_reached: 'The test sign-ins are used up.',
  origin_not_allowed: 'The host is not registered as an embedding origin.',
  rate_limited: 'Too many requests came from one network.',
  server_error: 'The service had an error; see its log.',
} as const;
export type FlowProblem = keyof typeof flowProblemTexts;
export const flowProblems = listWords(flowProblemTexts);

export const auditTexts = {
  application_registered: 'Registered the application',
  application_renamed: 'Renamed the application',
  application_deleted: 'Deleted the application',
  submission_limit_set: 'Set the limit of test sign-ins',
  token_days_set: 'Set the access token lifetime',
  redirect_uri_added: 'Added a redirect URI',
  redirect_uri_removed: 'Removed a redirect URI',
  origin_added: 'Added an embedding origin',
  origin_removed: 'Removed an embedding origin',
  secret_rotated: 'Rotated the client secret',
  old_secrets_ended: 'Ended the old client secrets',
  account_disconnected: 'Disconnected an account',
  session_created: 'Created a link',
  session_canceled: 'Canceled a session',
  logo_set: 'Set the logo',
  logo_removed: 'Removed the logo',
  webhook_added: 'Added a webhook',
  webhook_changed: 'Changed a webhook by the file',
  webhook_removed: 'Removed a webhook',
  webhook_secret_rotated: 'Rotated the secret of a webhook',
  webhook_switched_on: 'Switched a webhook on',
  webhook_switched_off: 'Switched a webhook off',
  webhook_tested: 'Sent a test event',
  delivery_resent: 'Sent an event again',
  consent_terms_set: 'Set the terms of consent',
  brand_set: 'Set the accent or the support address',
  providers_set: 'Set the providers of the application',
  provider_switched: 'Changed the status of a provider',
  admin_key_created: 'Created an admin key',
  admin_key_ended: 'Ended an admin key',
  sign_ins_ended: 'Signed everyone out',
} as const;
export type AuditAction = keyof typeof auditTexts;
export const auditActions = listWords(auditTexts);

/** The ends of a consent. `followed`: by a later consent. `not_connected`: its code was not exchanged. */
export const consentEndTexts = {
  expired: 'Its time is over.',
  disconnected: 'The account was disconnected.',
  followed: 'Replaced by a later consent.',
  not_connected: 'Its code was not exchanged, so the application got no access.',
  application_deleted: 'The application was deleted.',
} as const;
export const consentEnds = listWords(consentEndTexts);

/** Why a try to deliver an event got no response. */
export const deliveryProblemTexts = {
  timeout: 'No response within 10 s',
  address_refused: 'The address is not public',
  unknown_host: 'The host name has no address',
  no_secure_connection: 'The certificate is not trusted',
  no_connection: 'No connection',
  secret_unreadable: 'GRANT_KEY lacks the key of the secret',
} as const;
export type DeliveryProblem = keyof typeof deliveryProblemTexts;
export const deliveryProblems = listWords(deliveryProblemTexts);

function listWords<Word extends string>(texts: Readonly<Record<Word, string>>): readonly Word[] {
  return Object.keys(texts) as Word[];
}
