import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { createApp } from '../../src/connect/service/app.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies } from '../../src/connect/service/http/client-address.ts';
import { openStore } from '../../src/connect/service/open-store.ts';
import { noAssets } from './built-assets.ts';

/** The part of the document that this check reads. */
interface Content {
  readonly [type: string]: { readonly schema: object };
}

interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: Content;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
  };
}

/** The document, ready for comparisons. */
interface Description {
  readonly described: Described;
  readonly templates: readonly { readonly path: string; readonly pattern: RegExp }[];
  /** @param schema - a reference within the document */
  findValidator(base: 'answers' | 'bodies', schema: object): ValidateFunction;
}

let description: Promise<Description> | undefined;

/** Reads the document of a service without ADMIN_TOKEN and INTROSPECTION_SECRET, which has every endpoint. */
async function readDescription(): Promise<Description> {
  const store = await openStore({ databaseFile: ':memory:' }, { onIdleError() {} });
  const app = createApp({
    config: {
      publicUrl: 'http://localhost',
      codeTtlMs: 1,
      submissionLimit: 1,
      trustedProxies: noProxies,
      isLoopback: true,
    },
    store,
    log: createLogger('silent', { write() {} }),
    clock: { now: () => 0, async sleep() {} },
    assets: noAssets,
  });
  const response = await app.request('/openapi.json');
  const described = (await response.json()) as Described;
  await store.close();

  const ajv = new Ajv2020({ allErrors: true, validateFormats: false });
  ajv.addVocabulary(['components']);
  // Responses are compared with closed schemas, so that an undescribed field is an error, too.
  ajv.addSchema({ $id: 'answers', components: { schemas: close(described.components.schemas) } });
  ajv.addSchema({ $id: 'bodies', components: { schemas: described.components.schemas } });
  const validators = new Map<string, ValidateFunction>();
  return {
    described,
    templates: Object.keys(described.paths).map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
    findValidator(base, schema) {
      const { $ref } = schema as { readonly $ref: string };
      const key = `${base}${$ref}`;
      const validate = validators.get(key) ?? ajv.compile({ $ref: key });
      validators.set(key, validate);
      return validate;
    },
  };
}

/** The dashboard's endpoints for applications answer like those of the admin API. */
const dashboardBase = '/dashboard/api/';

/** A request and its answer. */
interface Exchange {
  readonly method: string;
  readonly pathname: string;
  /** The body as text; undefined if unknown. */
  readonly body?: string | undefined;
  readonly response: Response;
}

/**
 * Compares a response with its description in `/openapi.json`. For a request that succeeded, its body is
 * compared, too.
 *
 * @param exchange - of any address; undescribed addresses are skipped
 * @throws Error with the operation and the difference
 */
export async function assertDescribed({ method, pathname, body, response }: Exchange) {
  description ??= readDescription();
  const document = await description;
  const { described, templates } = document;
  const path = pathname.startsWith(dashboardBase)
    ? `/admin/${pathname.slice(dashboardBase.length)}`
    : pathname;
  const template = templates.find(({ pattern }) => pattern.test(path));
  const operation = template && described.paths[template.path]?.[method.toLowerCase()];
  if (!operation) return;
  const { operationId, requestBody, responses } = operation;
  const { status } = response;
  const answer = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  const name = `${operationId} ${status}`;
  if (status < 300 && !(status in responses)) throw new Error(`${name} is not described`);
  const content = findContent(described, answer);
  const schema = content?.['application/json']?.schema;
  const validate = schema && document.findValidator('answers', schema);
  if (!hasBytes(content)) await assertAnswer(name, response, validate);
  if (!response.ok || !requestBody || !body) return;
  const json = requestBody.content['application/json'];
  const form = requestBody.content['application/x-www-form-urlencoded'];
  const value: unknown = json ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  const { schema: bodySchema } = json ?? form ?? {};
  if (!bodySchema) return;
  assertValid(`${name} request`, document.findValidator('bodies', bodySchema), value);
}

/** The answer's own description, or the one that it shares with others. */
function findContent(
  { components }: Described,
  answer: DescribedResponse | undefined,
): Content | undefined {
  const name = answer?.$ref?.split('/').at(-1) ?? '';
  return (components.responses[name] ?? answer)?.content;
}

/** A file may have any type. */
function hasBytes(content: object | undefined): boolean {
  return content !== undefined && '*/*' in content;
}

async function assertAnswer(name: string, response: Response, validate?: ValidateFunction) {
  const text = await response.clone().text();
  if (!validate) {
    if (text !== '') throw new Error(`${name} has a body, which is not described`);
    return;
  }
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/json'))
    throw new Error(`${name} has the type ${type} instead of JSON`);
  assertValid(`${name} answer`, validate, JSON.parse(text));
}

function assertValid(name: string, validate: ValidateFunction, value: unknown): void {
  if (!validate(value)) throw new Error(`${name}: ${new Ajv2020().errorsText(validate.errors)}`);
}

/** The same schemas, with no other properties allowed than the named ones. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, close(value)]),
  );
  return 'properties' in closed && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}
