import * as v from 'valibot';
import type { auditLogAnswer } from '../../../shapes/audit-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { AuditVia } from '../../../shapes/unions.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithQuery } from '../../http/checks.ts';
import type { Arrival } from '../../http/endpoint.ts';
import { pageQuery, readPage } from '../../http/paging.ts';

export const auditLogQuery = v.object({
  /** The client ID whose entries to list; an empty text for all entries. */
  client_id: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  ...pageQuery.entries,
});

/** The names of actors in entries that have neither a person nor a key. */
const nameless: Readonly<Record<AuditVia, string>> = {
  dashboard: 'dashboard',
  admin_api: 'admin token',
  service: 'service',
};

/** `GET …/audit-log`: lists a page of the operators' changes, newest first. */
export async function listChanges(request: Arrival & WithQuery<typeof auditLogQuery>) {
  const { context, query } = request;
  const { store } = request.parts;
  const { client_id: clientId, after } = query;
  const { rows, last } = await readPage(query.limit, (count) =>
    store.auditLog.list({ clientId, after, count }),
  );
  return answerJson<Answer<typeof auditLogAnswer>>(context, {
    entries: rows.map(({ person, key_id, key_name, ...entry }) => ({
      ...entry,
      who: person ?? key_name ?? nameless[entry.via],
      key: key_id === null ? null : { key_id, name: key_name ?? '' },
      client_id: entry.client_id || null,
      application: entry.application || null,
    })),
    next: last?.id ?? null,
  });
}
