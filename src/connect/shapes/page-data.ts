import type { ConsentTexts } from 'tax-connect/providers';
import * as v from 'valibot';
import { applicationShape } from './flow-answers.ts';
import { purposeShape } from './purpose.ts';
import { flowKinds, reportedCodes, sessionStatuses } from './unions.ts';

/** A link that an application sends to a person, as its first screen shows it. The link contains a session. */
export const linkShape = v.object({
  /** The status of the link's session. `incomplete`: the address no longer has the session's secret. */
  status: v.picklist([...sessionStatuses, 'incomplete']),
  connects_again: v.boolean(),
  purpose: v.nullable(purposeShape),
  /** A BCP 47 tag that the backend chose for the link, or null. */
  locale: v.nullable(v.string()),
  /** The host name to which the link leads at its end; null when it ends on its own page. */
  redirect_host: v.nullable(v.string()),
});

/** The data that the service writes into the document of the Connect page. */
export const flowData = v.object({
  /** Proves that a request comes from this document. Null for a link, whose flow starts when a button is pressed. */
  flow_token: v.nullable(v.pipe(v.string(), v.minLength(1))),
  kind: v.picklist(flowKinds),
  application: applicationShape,
  /** The eight characters for support, unless a host's session has its own; null for a link. */
  reference: v.nullable(v.string()),
  /** The link that opened the page; absent when the page was opened in another way. */
  link: v.optional(linkShape),
  /** The operator's texts for the consent screen, which the service has checked. */
  consent_texts: v.optional(v.custom<ConsentTexts>((texts) => typeof texts === 'object')),
});

/** The message for the host, in a notice that replaces the Connect page. */
export const refusalData = v.object({
  code: v.picklist(reportedCodes),
  message: v.string(),
  retryable: v.boolean(),
});
