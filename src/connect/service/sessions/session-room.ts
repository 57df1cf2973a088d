import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/schema.ts';

/** The number of sessions that an application may open without another count. */
interface Room {
  left: number;
  /** No session is opened before this time, in milliseconds since the epoch. */
  readonly fullUntil: number;
}

/** The maximum number of applications in memory. After that, all are counted again. */
const maxRooms = 10_000;

/**
 * Counting takes up to 30 ms at the limit. So a process counts, and then allows a sixteenth of the free sessions
 * before it counts again. Up to 16 processes that do so at once stay within the limit.
 */
export function createRoomCheck(database: Kysely<Database>) {
  const rooms = new Map<string, Room>();
  return async (
    { clientId, createdAt }: { readonly clientId: string; readonly createdAt: number },
    maxOpen: number,
  ): Promise<boolean> => {
    const known = rooms.get(clientId);
    if (known && known.fullUntil > createdAt) return false;
    if (known && known.left > 0) {
      known.left -= 1;
      return true;
    }
    const open = database
      .selectFrom('connect_sessions')
      .select(sql`1`.as('one'))
      .where('client_id', '=', clientId)
      .where('status', '=', sql.lit('open'))
      .where('expires_at', '>', createdAt)
      .limit(maxOpen);
    const { count } = await database
      .selectFrom(open.as('open'))
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const free = maxOpen - count;
    if (rooms.size >= maxRooms) rooms.clear();
    // The time of a count is proportional to the limit, so the pause between counts is, too.
    const fullUntil = free > 0 ? 0 : createdAt + Math.floor(maxOpen / 100);
    rooms.set(clientId, { left: Math.floor(free / 16) - 1, fullUntil });
    return free > 0;
  };
}
