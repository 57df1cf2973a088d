import * as v from 'valibot';
import { applicationShape } from './flow-answers.ts';
import { flowKinds, reportedCodes } from './unions.ts';

/** What the service writes into the document of the Connect page. */
export const flowData = v.object({
  flow_token: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(flowKinds),
  application: applicationShape,
  /** What the person quotes to support, unless a host names its session. */
  reference: v.string(),
  /** Whether the browser may go to a provider's own site and come back. */
  has_redirects: v.optional(v.boolean(), false),
});

/** What the service writes into a notice in the place of the Connect page, for the host. */
export const refusalData = v.object({
  code: v.picklist(reportedCodes),
  message: v.string(),
  retryable: v.boolean(),
});
