import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { createOpenApiDocument } from '../../src/connect/service/openapi/openapi-document.ts';

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

const described = JSON.parse(
  JSON.stringify(createOpenApiDocument({ publicUrl: 'http://localhost', version: '0.0.0' })),
) as Described;

const ajv = new Ajv2020({ allErrors: true, validateFormats: false });
ajv.addVocabulary(['components']);
// Responses are compared with closed schemas, so that an undescribed field is an error, too.
ajv.addSchema({ $id: 'answers', components: { schemas: close(described.components.schemas) } });
ajv.addSchema({ $id: 'bodies', components: { schemas: described.components.schemas } });

const validators = new Map<string, ValidateFunction>();

const templates = Object.keys(described.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The dashboard's endpoints for applications answer like those of the admin API. */
const dashboardBase = '/dashboard/api/';

/** A request and its answer. */
interface Exchange {
  readonly method: string;
  readonly pathname: string;
  /** As text; undefined if unknown. */
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
  if (!type.startsWith('application/json'))
    throw new Error(`${name} has the type ${type} instead of JSON`);
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
