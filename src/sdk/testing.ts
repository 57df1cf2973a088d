/** Entry `tax-connect/testing`: a Connect service in the test process, and a driver for browser tests. */
export type { RecordFile, RecordType, TaxRecord } from './protocol/tax-record.ts';
export {
  type ConnectPerson,
  type DrivenPage,
  type DriveOptions,
  driveConnect,
  type FlowChoices,
} from './testing/drive-connect.ts';
export {
  type ConnectService,
  type ConnectServiceOptions,
  type PlannedFailure,
  type RecordedRequest,
  startConnectService,
} from './testing/start-connect-service.ts';
export type { TestEvents } from './testing/test-events.ts';
