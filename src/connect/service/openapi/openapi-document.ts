import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { RouterRoute } from 'hono/types';
import type * as v from 'valibot';
import { errorAnswer } from '../../shapes/common-answers.ts';
import {
  type Description,
  type Facts,
  type Refused,
  readFacts,
  type Security,
} from '../http/endpoint.ts';
import { findTag, tags } from './tags.ts';

/** An endpoint for programs, from its row in `app.ts`. */
interface Operation extends Facts {
  readonly description: Description;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/**
 * Describes the endpoints that programs may rely on. The description comes from the rows of the endpoints in
 * `app.ts`, and from the schemas with which they validate requests.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function createOpenApiDocument({
  publicUrl,
  version,
  routes,
}: {
  readonly publicUrl: string;
  readonly version: string;
  readonly routes: readonly RouterRoute[];
}) {
  const operations = listOperations(routes);
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Connect service',
      version,
      description:
        'For backends and operators. Browsers are refused: an endpoint that takes a secret answers no request with an Origin.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths: groupByPath(operations),
    components: {
      schemas: convertSchemas(operations),
      responses: describeRefusals(),
      securitySchemes,
    },
  };
}

const securitySchemes: Readonly<Record<Security, object>> = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a connected account.',
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret; they may be fields of the body instead.',
  },
  introspectionSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'INTROSPECTION_SECRET of the service.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An admin key with the named scopes, or ADMIN_TOKEN of the service, which has all of them.',
  },
};

function listOperations(routes: readonly RouterRoute[]): readonly Operation[] {
  const guards = routes.filter(
    ({ path, handler }) => path.endsWith('/*') && readFacts(handler).security,
  );
  return routes.flatMap(({ handler, method, path: pattern }) => {
    const guarding = guards.filter((guard) => pattern.startsWith(guard.path.slice(0, -1)));
    const facts = readFacts(handler, ...guarding.map((guard) => guard.handler));
    const { description } = facts;
    if (description === undefined) return [];
    const path = pattern.replace(/:(\w+)/g, '{$1}');
    const own = facts.method ?? (method === 'POST' ? 'POST' : 'GET');
    return [{ ...facts, description, path, method: own }];
  });
}

/** The conversion of schemas to JSON Schema, without the checks that it lacks, such as trimming. */
const conversion = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
} as const;

function convertSchemas(operations: readonly Operation[]): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, v.GenericSchema> = { Error: errorAnswer };
  for (const { body, description } of operations) {
    const { answer = {} } = description;
    if (body) schemas[nameBody(description)] = body;
    if (answer !== 'bytes') Object.assign(schemas, answer);
  }
  return toJsonSchemaDefs(schemas, {
    ...conversion,
    overrideRef: ({ referenceId }) => referTo(referenceId),
  });
}

/** @throws Error when the endpoint has a body, but its row does not name the schema of the body */
function nameBody({ id, body }: Description): string {
  if (body !== undefined) return body;
  throw new Error(`The row of ${id} has a body: name its schema.`);
}

function referTo(schema: string): string {
  return `#/components/schemas/${schema}`;
}

function groupByPath(
  operations: readonly Operation[],
): Readonly<Record<string, Readonly<Record<string, object>>>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return paths;
}

function describeOperation(operation: Operation): object {
  const { description, security, scopes = [], body, isForm, refusals = [] } = operation;
  const { id, text, status = 200, answer } = description;
  const parameters = [...describeVariables(operation), ...describeQuery(operation)];
  // A client may also send its credentials in the body, so those in the header are optional.
  const isOptional = security === 'clientBasic';
  return {
    operationId: id,
    tags: [findTag(operation.path)],
    summary: text,
    security: [...(security ? [{ [security]: scopes }] : []), ...(isOptional ? [{}] : [])],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: describeBody(referTo(nameBody(description)), isForm) } : {}),
    responses: {
      [status]: {
        description: answer ? 'Done.' : 'Done; without a body.',
        ...describeAnswer(answer),
      },
      ...Object.fromEntries(
        refusals.map((refused) => [refused, { $ref: referToRefusal(refused) }]),
      ),
      '4XX': { $ref: referToRefusal('4XX') },
      '5XX': { $ref: referToRefusal('5XX') },
    },
  };
}

function describeAnswer(answer: Description['answer']): object {
  if (answer === 'bytes') return { content: { '*/*': {} } };
  const [name] = Object.keys(answer ?? {});
  return name === undefined ? {} : { content: describeContent('application/json', referTo(name)) };
}

function describeBody(reference: string, isForm = false): object {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: true, content: describeContent(type, reference) };
}

function describeContent(type: string, $ref: string): object {
  return { [type]: { schema: { $ref } } };
}

function describeVariables({ path }: Operation): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function describeQuery({ query }: Operation): readonly object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, conversion);
  return Object.entries(properties).map(([name, schema]: [string, JsonSchema | boolean]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

type AnyRefused = '4XX' | '5XX';

const refusals: Readonly<Record<Refused | AnyRefused, readonly [name: string, when: string]>> = {
  400: ['InvalidRequest', 'A field or parameter is missing or wrong, or the code is invalid.'],
  401: ['Unauthorized', 'The credentials are missing or wrong.'],
  403: ['Forbidden', 'A browser has sent the request, or the application may not do this.'],
  404: ['NotFound', 'There is no such application, account, record, file or webhook.'],
  409: [
    'Conflict',
    'The person has to sign in again, it is too early or too late, or the webhook is off; see error.',
  ],
  410: [
    'EventExpired',
    'The event of `after` is too old, so events may be missing; start without it.',
  ],
  422: ['KeyReused', 'The Idempotency-Key belongs to another request.'],
  501: ['NotSupported', 'The provider or this service does not offer that.'],
  502: [
    'ProviderFailed',
    'The provider had a problem; Retry-After says when to try again, if it said so.',
  ],
  504: ['ProviderTimeout', 'The provider did not answer in time.'],
  503: ['Unavailable', 'The service cannot answer now; Retry-After says when to try again.'],
  '4XX': ['Refused', 'Any other refusal, such as 405, or 429 with Retry-After.'],
  '5XX': ['Failed', 'The service is at fault, or does not answer now.'],
};

function referToRefusal(refused: Refused | AnyRefused): string {
  return `#/components/responses/${refusals[refused][0]}`;
}

function describeRefusals(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.values(refusals).map(([name, description]) => [
      name,
      { description, content: describeContent('application/json', referTo('Error')) },
    ]),
  );
}
