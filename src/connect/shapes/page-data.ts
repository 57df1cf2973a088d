import type { ConsentTexts } from 'tax-connect/providers';
import * as v from 'valibot';
import { applicationShape } from './flow-answers.ts';
import { purposeShape } from './purpose.ts';
import { flowKinds, reportedCodes, sessionStatuses } from './unions.ts';

/** A session, as shown on the first screen of its link. */
export const linkShape = v.object({
  /** `incomplete`: the address has lost the session. */
  status: v.picklist([...sessionStatuses, 'incomplete']),
  /** Whether the person connects an account again. */
  connects_again: v.boolean(),
  /** Null when the application states none. */
  purpose: v.nullable(purposeShape),
  /** A BCP 47 tag, or null. */
  locale: v.nullable(v.string()),
  /** The host name to which the link leads at its end; null when it ends on its own page. */
  redirect_host: v.nullable(v.string()),
});

/** The data that the service writes into the document of the Connect page. */
export const flowData = v.object({
  /** Null before the person begins a link. */
  flow_token: v.nullable(v.pipe(v.string(), v.minLength(1))),
  kind: v.picklist(flowKinds),
  application: applicationShape,
  /** The reference for support; null before the person begins a link. A host's session has its own reference. */
  reference: v.nullable(v.string()),
  link: v.optional(linkShape),
  /** The operator's texts, which the service has checked. */
  consent_texts: v.optional(v.custom<ConsentTexts>((texts) => typeof texts === 'object')),
});

/** The data for the host in a notice that replaces the Connect page. */
export const refusalData = v.object({
  code: v.picklist(reportedCodes),
  message: v.string(),
  retryable: v.boolean(),
});
