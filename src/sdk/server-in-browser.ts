/**
 * Replaces `tax-connect/server` in a browser bundle. A client secret must not be in a browser, so a page that imports
 * this entry by mistake fails as soon as it loads.
 */
function refuse(): never {
  throw new Error(
    'tax-connect/server is for the backend of an application: it needs the client secret, which ' +
      'must never reach a browser. In the browser import "tax-connect", and hand the authorization ' +
      'code to your backend with forwardCode().',
  );
}

// Without these, bundlers would only report a missing export. A test compares them with `server.ts`.
export {
  refuse as AccountError,
  refuse as CallbackError,
  refuse as EventsError,
  refuse as ExchangeError,
  refuse as ProvidersError,
  refuse as RecordsError,
  refuse as ServiceError,
  refuse as SessionError,
  refuse as WebhookError,
  refuse as cancelSession,
  refuse as createCallback,
  refuse as createSession,
  refuse as createWebhookHandler,
  refuse as disconnect,
  refuse as exchangeCode,
  refuse as finishSession,
  refuse as getAccount,
  refuse as listEvents,
  refuse as listProviders,
  refuse as listRecords,
  refuse as matchLocale,
  refuse as openFile,
  refuse as readConsent,
  refuse as readRecord,
  refuse as readSession,
  refuse as toNodeHandler,
};

refuse();
