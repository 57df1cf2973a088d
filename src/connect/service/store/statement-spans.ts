import type { ClientBase } from 'pg';
import { findSpan, isTracing, type OpenSpan, startSpan } from '../basics/spans.ts';
import type { SqliteConnection, SqliteStatement } from './sqlite/node-sqlite.ts';

/** Makes a tracing span for each statement of a new connection. */
export function traceClient(client: ClientBase): void {
  if (!isTracing()) return;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const traced = (...args: unknown[]): unknown => {
    const span = startStatementSpan('postgresql', readText(args[0]));
    if (!span) return query(...args);
    const callback = args.at(-1);
    if (typeof callback !== 'function') return endWith(span, query(...args) as Promise<unknown>);
    return query(...args.slice(0, -1), endBefore(span, callback as Callback));
  };
  client.query = traced as ClientBase['query'];
}

type Callback = (error: unknown, ...result: unknown[]) => unknown;

function readText(query: unknown): string {
  if (typeof query === 'string') return query;
  return String((query as { readonly text?: unknown }).text ?? '');
}

function endBefore(span: OpenSpan, callback: Callback): Callback {
  return (error, ...result) => {
    span.end(error);
    return callback(error, ...result);
  };
}

async function endWith(span: OpenSpan, answer: Promise<unknown>): Promise<unknown> {
  try {
    const result = await answer;
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

export function traceConnection(sqlite: SqliteConnection): SqliteConnection {
  if (!isTracing()) return sqlite;
  return {
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare: <Row>(text: string) => traceStatement(text, sqlite.prepare<Row>(text)),
    exec: (text) => sqlite.exec(text),
    close: () => sqlite.close(),
  };
}

function traceStatement<Row>(text: string, statement: SqliteStatement<Row>): SqliteStatement<Row> {
  const run = <Result>(work: () => Result) => inSqliteSpan(text, work);
  return {
    reader: statement.reader,
    all: (parameters) => run(() => statement.all(parameters)),
    run: (parameters) => run(() => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

function inSqliteSpan<Result>(text: string, work: () => Result): Result {
  const span = startStatementSpan('sqlite', text);
  try {
    const result = work();
    span?.end();
    return result;
  } catch (error) {
    span?.end(error);
    throw error;
  }
}

/**
 * Starts a span with only the keywords of the SQL, because a statement may contain a value. A statement outside a
 * request's or task's span gets none. An example is the search for jobs every second.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/
 */
function startStatementSpan(system: 'postgresql' | 'sqlite', text: string): OpenSpan | undefined {
  if (!findSpan()) return undefined;
  const [, word = ''] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)\b(?!\s*\()/i.exec(text) ?? [];
  const operation = word.toUpperCase();
  return startSpan({
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
    },
  });
}
