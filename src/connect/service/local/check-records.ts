import * as v from 'valibot';
import { recordAnswer } from '../../shapes/record-answers.ts';
import { describeIssue } from '../providers/plugin-values.ts';
import type { PlannedRecord } from '../providers/simulated-records.ts';

/** @throws Error that names the record, the field and its rule */
export function checkRecords(records: readonly PlannedRecord[]): readonly PlannedRecord[] {
  if (!Array.isArray(records)) throw new Error('setRecords: give a list of records.');
  return records.map((record, index) => {
    const parsed = v.safeParse(recordAnswer, record);
    if (parsed.success) return parsed.output;
    const rule = describeIssue(parsed.issues[0]).replace('returned an invalid value at ', '');
    throw new Error(`setRecords: records[${index}], ${rule}.`);
  });
}
