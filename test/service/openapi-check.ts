import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { createOpenApiDocument } from '../../src/connect/service/openapi/openapi-document.ts';

/** What this check reads of the document. */
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

const described = JSON.parse(
  JSON.stringify(createOpenApiDocument({ publicUrl: 'http://localhost', version: '0.0.0' })),
) as Described;

const ajv = new Ajv2020({ allErrors: true, validateFormats: false });
ajv.addVocabulary(['components']);
// Answers are compared with closed shapes: a field that no one has described is a mistake, too.
ajv.addSchema({ $id: 'answers', components: { schemas: close(described.components.schemas) } });
ajv.addSchema({ $id: 'bodies', components: { schemas: described.components.schemas } });

const validators = new Map<string, ValidateFunction>();

const templates = Object.keys(described.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The dashboard's endpoints about applications answer as those of the admin API do. */
const dashboardBase = '/dashboard/api/';

/** A request and its answer. */
interface Exchange {
  readonly method: string;
  readonly pathname: string;
  /** As text; undefined where it is not known. */
  readonly body?: string | undefined;
  readonly response: Response;
}

/**
 * Compares an answer with what `/openapi.json` says about it, and the body of a request that succeeded.
 *
 * @param exchange - of any address; those that are not described are passed over
 * @throws Error that names the operation and what differs
 */
export async function assertDescribed({ method, pathname, body, response }: Exchange) {
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
  await assertAnswer(name, response, answer ?? {});
  if (response.ok && requestBody && body !== undefined) assertBody(name, requestBody.content, body);
}

async function assertAnswer(name: string, response: Response, answer: DescribedResponse) {
  const { $ref = '' } = answer;
  const { content } = described.components.responses[$ref.split('/').at(-1) ?? ''] ?? answer;
  const text = await response.clone().text();
  const schema = content?.['application/json']?.schema;
  if (!schema) {
    if (text !== '') throw new Error(`${name} has a body, which is not described`);
    return;
  }
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/json')) throw new Error(`${name} is no JSON, but ${type}`);
  assertValid(`${name} answer`, findValidator('answers', schema), JSON.parse(text));
}

function assertBody(name: string, content: Content, body: string): void {
  const json = content['application/json'];
  const form = content['application/x-www-form-urlencoded'];
  const value: unknown = json ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  const { schema } = json ?? form ?? {};
  if (schema) assertValid(`${name} request`, findValidator('bodies', schema), value);
}

function findValidator(base: 'answers' | 'bodies', schema: object): ValidateFunction {
  const { $ref } = schema as { readonly $ref: string };
  const key = `${base}${$ref}`;
  const validate = validators.get(key) ?? ajv.compile({ $ref: key });
  validators.set(key, validate);
  return validate;
}

function assertValid(name: string, validate: ValidateFunction, value: unknown): void {
  if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}`);
}

/** The same schemas, in which an object has no other properties than those that are named. */
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
