import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { FlowProblem } from '../../shapes/dashboard-words.ts';
import {
  type FlowOutcome,
  type FlowStage,
  flowStages,
  flowSteps,
  passedStages,
} from '../../shapes/unions.ts';
import { publicClientId } from '../applications/application-tables.ts';
import type { Database } from '../store/schema.ts';

/** The possible meanings of a search text. A flow needs to have only one of these. */
export interface SearchedFlow {
  readonly client_user_id: string;
  readonly reference: string | null;
  /** The origins of the page that embeds the flow, or of the flow's redirect URI. */
  readonly origins: readonly string[];
}

export interface FlowConditions {
  readonly outcomes?: readonly FlowOutcome[] | undefined;
  /** Only flows that have got at least so far. */
  readonly reached?: FlowStage | null | undefined;
  readonly provider_id?: string | null | undefined;
  readonly searched?: SearchedFlow | undefined;
  /** Limits for the start of a flow, in milliseconds since the epoch. `from` is included, `before` is not. */
  readonly from?: number | null | undefined;
  readonly before?: number | null | undefined;
}

export interface FlowQuery extends FlowConditions {
  /** True when the oldest flow comes first. */
  readonly isReversed?: boolean;
  /** `toFlowPosition` of the last flow of the previous page; '' for the first page. */
  readonly after?: string;
  readonly count: number;
}

/** Problems that the person can correct within the flow. */
const correctable: readonly FlowProblem[] = [
  'invalid_credentials',
  'invalid_one_time_code',
  'invalid_answer',
  'not_approved',
  'too_many_attempts',
  'rate_limited',
];

/** Flows that are counted at most, because a count reads each of them. */
const maxCounted = 1000;

export function createFlowEntryStore(database: Kysely<Database>) {
  /** Selects the columns that the dashboard shows. They contain no secret. */
  const entries = (now: number) =>
    database
      .selectFrom('flows')
      .leftJoin('codes', 'codes.code_hash', 'flows.code_hash')
      .leftJoin('connect_sessions', 'connect_sessions.session_hash', 'flows.session_hash')
      .select(['flows.token_hash', 'flows.kind', 'step', 'flows.provider_id', 'flows.host_origin'])
      .select(['flows.redirect_uri', 'started_at', 'flows.expires_at', 'reference'])
      .select(['problem', 'problem_at', 'problem_provider_id', 'chosen_at', 'signed_in_at'])
      .select(['codes.consented_at as allowed_at', 'codes.consumed_at as connected_at'])
      .select(['connect_sessions.session_id', 'connect_sessions.client_user_id'])
      .select(findOutcome(now).as('outcome'));
  const select = (clientId: string, query: FlowConditions, now: number) =>
    entries(now)
      .where('flows.client_id', '=', clientId)
      .where('started_at', 'is not', null)
      .where((builder) => builder.and(listConditions(builder, query, now)));
  return {
    /** The application's flows, newest first unless the query reverses them. */
    list(clientId: string, query: FlowQuery, now: number) {
      const direction = query.isReversed ? 'asc' : 'desc';
      return select(clientId, query, now)
        .orderBy('started_at', direction)
        .orderBy('token_hash', direction)
        .limit(query.count)
        .execute();
    },
    /** @returns how many flows of each outcome and step meet the conditions; null if more than {@link maxCounted} do */
    async count(clientId: string, query: FlowConditions, now: number) {
      const counts = await database
        .selectFrom(
          // In this order, SQLite reads the application's flows by their index, and not every flow.
          select(clientId, query, now)
            .orderBy('started_at', 'desc')
            .limit(maxCounted + 1)
            .as('found'),
        )
        .select(({ fn }) => ['outcome', 'step', fn.countAll<number>().as('count')])
        .groupBy(['outcome', 'step'])
        .execute();
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      return total > maxCounted ? null : counts;
    },
    /** Finds the flows of all applications with this reference, newest first. Includes pages that were only loaded. */
    listByReference: (reference: string, count: number, now: number) =>
      entries(now)
        .innerJoin('applications', 'applications.client_id', 'flows.client_id')
        .select([publicClientId.as('clientId'), 'applications.name as application'])
        .select('applications.environment')
        .where('deleted_at', 'is', null)
        .where('reference', '=', reference)
        .orderBy('flows.expires_at', 'desc')
        .limit(count)
        .execute(),
  };
}

function listConditions(
  builder: ExpressionBuilder<Database, 'flows'>,
  query: FlowConditions & Partial<FlowQuery>,
  now: number,
): readonly Expression<SqlBool>[] {
  const { eb } = builder;
  const { outcomes, reached, provider_id, searched, from, before, after = '' } = query;
  const [startedAt, hash] = after.split('-');
  return [
    outcomes && eb(findOutcome(now), 'in', outcomes),
    reached && eb('step', 'in', listSteps(reached)),
    provider_id &&
      eb(eb.fn.coalesce('flows.provider_id', 'flows.problem_provider_id'), '=', provider_id),
    searched && isSearched(builder, searched),
    typeof from === 'number' && eb('flows.started_at', '>=', from),
    typeof before === 'number' && eb('flows.started_at', '<', before),
    hash && isBehind(Number(startedAt), hash, query.isReversed),
  ].filter((condition) => typeof condition === 'object' && condition !== null);
}

const listSteps = (stage: FlowStage) =>
  flowSteps.filter((step) => passedStages[step] > flowStages.indexOf(stage));

function isSearched(
  { or, eb, ref }: ExpressionBuilder<Database, 'flows'>,
  { client_user_id, reference, origins }: SearchedFlow,
): Expression<SqlBool> {
  const isAt = (origin: string) =>
    sql<SqlBool>`substr(${ref('flows.redirect_uri')}, 1, ${origin.length + 1}) IN (${sql.join([origin, `${origin}/`, `${origin}?`])})`;
  return or([
    sql<SqlBool>`connect_sessions.client_user_id = ${client_user_id}`,
    eb('flows.reference', '=', reference),
    eb('flows.host_origin', 'in', origins),
    ...origins.map(isAt),
  ]);
}

/**
 * True when a flow comes after a position, which contains only the start of the last flow's hash. In ascending order,
 * the letter `g` is appended, because it sorts after every hexadecimal digit.
 */
function isBehind(startedAt: number, hash: string, isReversed = false) {
  return isReversed
    ? sql<SqlBool>`(started_at, token_hash) > (${startedAt}, ${`${hash}g`})`
    : sql<SqlBool>`(started_at, token_hash) < (${startedAt}, ${hash})`;
}

/** Computes the outcome of a flow in SQL. The statement must have joined `codes`. */
function findOutcome(now: number) {
  const isOver = sql`(flows.expires_at <= ${now} OR flows.left_at IS NOT NULL)`;
  return sql<FlowOutcome>`CASE
    WHEN step = 'denied' THEN 'denied'
    WHEN step = 'issued' AND consumed_at IS NOT NULL THEN 'code_exchanged'
    WHEN step = 'issued' AND codes.expires_at > ${now} THEN 'code_issued'
    WHEN step = 'issued' AND flows.session_hash IS NULL THEN 'code_expired'
    WHEN step = 'issued' THEN 'code_recoverable'
    WHEN problem IS NOT NULL AND (${isOver} OR problem NOT IN (${sql.join(correctable)})) THEN 'failed'
    WHEN ${isOver} THEN 'abandoned'
    ELSE 'in_progress' END`;
}
