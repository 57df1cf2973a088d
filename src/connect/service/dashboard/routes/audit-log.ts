import * as v from 'valibot';
import type { Answer } from '../../../shapes/answer.ts';
import type { auditLogAnswer } from '../../../shapes/dashboard-answers.ts';
import type { AuditVia } from '../../../shapes/unions.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Services } from '../../services.ts';
import { pageLimit } from '../page-limit.ts';

/** Which entries to list. */
export const auditLogQuery = v.object({
  /** Of one application; without it, of all. */
  client_id: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  /** What the page before answered as `next`. */
  after: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  limit: pageLimit,
});

type AuditLogRequest = Arrival & { readonly query: v.InferOutput<typeof auditLogQuery> };

/** What stands for a person where none is named. */
const nameless: Readonly<Record<AuditVia, string>> = {
  dashboard: 'dashboard',
  admin_api: 'admin token',
};

/**
 * `GET …/audit-log`: what operators have changed, the newest first, a page at a time.
 *
 * @param services - what the route is built from
 * @returns the handler
 */
export function listChanges({ store }: Services) {
  return async ({ context, query }: AuditLogRequest) => {
    const limit = Number(query.limit);
    const { client_id: clientId, after } = query;
    // One more than is shown says whether there is another page.
    const found = await store.auditLog.list({ clientId, after, count: limit + 1 });
    const shown = found.slice(0, limit);
    return answerJson<Answer<typeof auditLogAnswer>>(context, {
      entries: shown.map(({ id, changedAt, via, person, action, ...entry }) => ({
        id,
        changed_at: changedAt,
        who: person ?? nameless[via],
        via,
        action,
        client_id: entry.clientId,
        application: entry.application,
        detail: entry.detail,
      })),
      next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    });
  };
}
