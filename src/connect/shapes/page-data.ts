import * as v from 'valibot';
import { applicationShape } from './flow-answers.ts';
import { flowKinds, reportedCodes } from './unions.ts';

/** The data that the service writes into the document of the Connect page. */
export const flowData = v.object({
  flow_token: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(flowKinds),
  application: applicationShape,
  /** The reference for support, unless a host names its session. */
  reference: v.string(),
});

/** The data for the host in a notice that replaces the Connect page. */
export const refusalData = v.object({
  code: v.picklist(reportedCodes),
  message: v.string(),
  retryable: v.boolean(),
});
