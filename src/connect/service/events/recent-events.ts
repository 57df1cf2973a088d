import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/schema.ts';
import { toFirstEvent } from './events.ts';

interface RecentEventQuery {
  /** The ID of the last event of the previous page; an empty string starts with the newest event. */
  readonly after: string;
  readonly count: number;
  readonly now: number;
}

/** Creates the store of an application's events as operators see them: also those that are not published yet. */
export function createRecentEventStore(database: Kysely<Database>, hasRowLocks: boolean) {
  // The number of the insert. SQLite has it as the row's ID, and its index needs the condition on `written`.
  const number = sql<number>`${sql.raw(hasRowLocks ? 'written' : 'rowid')}`;
  const isUnpublished = hasRowLocks
    ? sql<boolean>`position IS NULL`
    : sql<boolean>`position IS NULL AND written IS NULL`;
  return {
    /** Lists a page of events, newest first. Unpublished events are in another index, and newer than the others. */
    async list(clientId: string, { after, count, now }: RecentEventQuery) {
      const own = database.selectFrom('events').where('client_id', '=', clientId);
      const isFirst = after === '';
      const last = isFirst
        ? undefined
        : await own
            .select(['position', number.as('number')])
            .where('id', '=', after)
            .executeTakeFirst();
      if (!isFirst && !last) return [];
      const recent = own
        .select(['id', 'type', 'created_at', 'data'])
        .where('id', '>', toFirstEvent(now))
        .limit(count);
      const { position = null } = last ?? {};
      let unpublished = recent.where(isUnpublished).orderBy(number, 'desc');
      if (last) unpublished = unpublished.where(number, '<', last.number);
      let published = recent.where('position', 'is not', null).orderBy('position', 'desc');
      if (position !== null) published = published.where('position', '<', position);
      const listed = [
        ...(position === null ? await unpublished.execute() : []),
        ...(await published.execute()),
      ];
      // An event that is published between the two queries is in both.
      const byId = new Map(listed.map((event) => [event.id, event]));
      return [...byId.values()].slice(0, count);
    },
  };
}
