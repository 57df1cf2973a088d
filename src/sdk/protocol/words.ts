/* Lists of words that the SDK, the service and the service's pages share. The types are derived from the lists. */

/** The kinds of data that a provider shares, and that the consent screen lists. */
export const shares = ['identity', 'returns', 'transcripts', 'forms', 'documents'] as const;

/** The languages of the Connect page, as BCP 47 tags. */
export const locales = [
  'en',
  'es',
  'fr',
  'de',
  'pt-BR',
  'zh-Hans',
  'vi',
  'ko',
  'tl',
  'ar',
] as const;

export const recordTypes = ['return', 'transcript', 'form', 'document'] as const;

/** The media types of a record's files. Browsers execute none of them. */
export const mediaTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'text/plain',
  'application/json',
  'application/xml',
] as const;

export const pageExitReasons = ['closed', 'denied'] as const;

export const exitReasons = [...pageExitReasons, 'aborted', 'error'] as const;

/** The types of the events that the service sends to applications. */
export const eventTypes = [
  'connection.created',
  'connection.login_required',
  'connection.restored',
  'connection.disconnected',
  'connection.expiring',
  'connection.expired',
  'session.finished',
  'provider.unavailable',
  'provider.available',
] as const;

/** The states of a session that an application's backend has created at the service. */
export const sessionStatuses = ['open', 'connected', 'denied', 'canceled', 'expired'] as const;
