import { type Context, Hono } from 'hono';
import { listRecords, openFile, RecordsError, type TaxRecord } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import { pathOf } from './page-routes.ts';
import type { Sessions } from './sessions.ts';

/**
 * Creates the routes with which the page reads the visitor's tax records. Each request uses the visitor's own access
 * token, so the IDs in its URL can only name this visitor's records.
 *
 * @param sessions - the sessions of the visitors, with their access tokens
 */
export function createRecordRoutes(config: AppConfig, sessions: Sessions): Hono {
  const { connectBaseUrl: baseUrl } = config;

  /** @returns the common options of all requests for records; undefined if the visitor has no access token */
  const prepare = ({ req: { raw } }: Context) => {
    const accessToken = sessions.find(raw)?.connection?.accessToken;
    return accessToken ? { baseUrl, accessToken, signal: raw.signal } : undefined;
  };
  /** @returns the error code that says why the visitor has no access token */
  const explainLack = ({ req: { raw } }: Context) =>
    sessions.find(raw)?.connection ? 'invalid_token' : 'not_connected';
  /** Logs and returns an error of the Connect service or the provider. @throws any other error again */
  const explain = (error: unknown): RecordsError => {
    if (!(error instanceof RecordsError)) throw error;
    // These errors are safe to log, because they contain neither the token nor a record.
    config.log(`records: ${error.code}: ${error.message}`);
    return error;
  };

  return new Hono()
    .get('/api/records', async (context) => {
      context.header('Cache-Control', 'no-store');
      const access = prepare(context);
      if (!access) return context.json({ problem: explainLack(context) });
      try {
        const cursor = context.req.query('cursor');
        const { records, nextCursor } = await listRecords({ ...access, cursor });
        return context.json({ records: records.map(toRow), next_cursor: nextCursor });
      } catch (error) {
        // Responds with status 200, because the page expects these problems and shows them to the visitor.
        const { code, retryAfterSeconds } = explain(error);
        return context.json({ problem: code, retry_after: retryAfterSeconds });
      }
    })
    .get('/api/records/:record_id/files/:file_id', async (context) => {
      const { record_id: recordId, file_id: fileId } = context.req.param();
      // A link leads to this URL. If the file cannot be sent, redirects to the page, which shows the reason.
      const refuse = (problem: string) =>
        context.redirect(`${pathOf(context.req.query('page'))}?file_problem=${problem}`, 303);
      const access = prepare(context);
      if (!access) return refuse(explainLack(context));
      try {
        const { name, mediaType, body } = await openFile({ ...access, recordId, fileId });
        if (context.req.method === 'HEAD') await body.cancel();
        return context.body(body, 200, {
          'Content-Type': mediaType,
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'Cache-Control': 'no-store',
          // `same-site` would not be enough, because every port of localhost counts as the same site.
          'Cross-Origin-Resource-Policy': 'same-origin',
        });
      } catch (error) {
        return refuse(explain(error).code);
      }
    });
}

/** @returns the values of a record that the page shows */
function toRow(record: TaxRecord) {
  const { id, type, name, taxYear, jurisdiction, form, status, filedAt, files } = record;
  return {
    ...{ id, type, name, jurisdiction, form, status },
    tax_year: taxYear,
    filed_at: filedAt,
    files: files.map(({ id, name, bytes }) => ({ id, name, bytes })),
  };
}
