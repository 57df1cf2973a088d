import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createFolder } from './database.ts';
import { createTestService } from './harness.ts';
import { adminToken, introspectionSecret } from './test-application.ts';
import { readJson } from './world.ts';

const run = promisify(execFile);

async function readDocument(): Promise<Record<string, unknown>> {
  const { app } = await createTestService({ config: { publicUrl: 'https://connect.shop.io' } });
  return await readJson(app.request('/openapi.json'));
}

describe('GET /openapi.json', () => {
  it('is a document of this service that any page may read', async () => {
    const { app } = await createTestService();

    const response = await app.request('/openapi.json', {
      headers: { Origin: 'https://editor.example' },
    });

    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await readJson(response)).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'http://connect.localhost:4400' }],
    });
  });

  it('describes every address that programs may use, and no other', async () => {
    const { app } = await createTestService({ config: { adminToken, introspectionSecret } });
    // The addresses for people and their browsers, and machine addresses that need no description
    const others =
      /^\/(?:connect(?!\/sessions)|manage|sdk|docs|favicon\.ico|llms\.txt|metrics|openapi\.json)?(?:\/|$)/;
    const served = app.routes
      .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
      .filter((path) => !path.endsWith('*') && !others.test(path));

    const { paths } = await readDocument();
    const described = Object.keys(paths as object);

    expect([...new Set(served)].sort()).toEqual(described.sort());
    expect(described.length).toBeGreaterThan(20);
  });

  it.each([
    ['post', '/auth/token', [], ['400', '401', '403']],
    ['post', '/auth/revoke', ['clientBasic'], ['400', '401', '403']],
    ['post', '/auth/introspect', ['introspectionSecret'], ['400', '401', '403']],
    ['get', '/account', ['accessToken'], ['401', '403']],
    ['post', '/admin/applications', ['adminToken'], ['400', '401', '403']],
    ['get', '/admin/applications/{client_id}', ['adminToken'], ['400', '401', '403', '404']],
    ['get', '/readyz', [], ['503']],
  ])('has the credentials and refusals of %s %s', async (...row) => {
    const [method, path, credentials, refusals] = row;
    const { paths } = (await readDocument()) as {
      paths: Record<string, Record<string, { security: object[]; responses: object }>>;
    };

    const { security = [], responses = {} } = paths[path]?.[method] ?? {};

    expect(security.flatMap((one) => Object.keys(one))).toEqual(credentials);
    expect(Object.keys(responses).filter((status) => /^[45]\d\d$/.test(status))).toEqual(refusals);
  });

  it('has the rules that the routes validate with', async () => {
    const { components } = (await readDocument()) as {
      components: { schemas: Record<string, object> };
    };

    expect(components.schemas.TokenRequest).toMatchObject({
      type: 'object',
      required: ['client_id', 'client_secret', 'code'],
      properties: { client_id: { type: 'string', minLength: 1, maxLength: 1000 } },
    });
    expect(components.schemas.NewApplication).toMatchObject({
      properties: { environment: { enum: ['test', 'live'] } },
    });
  });

  it('passes Redocly’s linter, which finds a planted fault', async () => {
    const document = await readDocument();
    const folder = createFolder();
    const lint = async (name: string, text: object) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(text));
      const cli = join('test', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
      const parameters = [cli, 'lint', '--extends=recommended', '--format=json', file];
      const env = {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      };
      const { stdout } = await run(process.execPath, parameters, { env }).catch(
        (failure: { readonly stdout: string }) => failure,
      );
      const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] };
      return problems.map(({ ruleId }) => ruleId);
    };

    const problems = await lint('right.json', document);
    const planted = await lint('wrong.json', { ...document, info: { version: '1' } });

    expect(problems).toEqual([]);
    expect(planted).toContain('struct');
  });
});
