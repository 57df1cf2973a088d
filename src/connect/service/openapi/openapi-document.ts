import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { type Operation, operations, type Refused, type Security, tags } from './operations.ts';
import { conversion, convertSchemas, referTo } from './schemas.ts';

/**
 * The endpoints that programs may rely on, created from the schemas that the routes validate with.
 *
 * @param service - its origin, and the package's version
 * @returns the document
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function createOpenApiDocument({
  publicUrl,
  version,
}: {
  readonly publicUrl: string;
  readonly version: string;
}) {
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: groupByPath(),
    components: {
      schemas: convertSchemas(),
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
    description: 'client_id and client_secret; they may be fields of the form instead.',
  },
  introspectionSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'INTROSPECTION_SECRET of the service.',
  },
  adminToken: { type: 'http', scheme: 'bearer', description: 'ADMIN_TOKEN of the service.' },
};

function groupByPath(): Readonly<Record<string, Readonly<Record<string, object>>>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(operation),
    };
  }
  return paths;
}

function describeOperation(operation: Operation): object {
  const { id, tag, summary, security, body, isForm, status, answer } = operation;
  const parameters = [...describeVariables(operation), ...describeQuery(operation)];
  // Credentials in the body are an alternative to those in the header.
  const isOptional = security.includes('clientBasic');
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: [...security.map((name) => ({ [name]: [] })), ...(isOptional ? [{}] : [])],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: describeBody(body, isForm) } : {}),
    responses: {
      [status]: {
        description: answer ? 'Done.' : 'Done; without a body.',
        ...(answer ? { content: describeContent('application/json', answer) } : {}),
      },
      ...Object.fromEntries(
        operation.refusals.map((refused) => [refused, { $ref: referToRefusal(refused) }]),
      ),
      '4XX': { $ref: referToRefusal('4XX') },
      '5XX': { $ref: referToRefusal('5XX') },
    },
  };
}

function describeBody(body: string, isForm = false): object {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: true, content: describeContent(type, body) };
}

function describeContent(type: string, schema: string): object {
  return { [type]: { schema: { $ref: referTo(schema) } } };
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

/** Refusals that any request may get. */
type AnyRefused = '4XX' | '5XX';

const refusals: Readonly<Record<Refused | AnyRefused, readonly [name: string, when: string]>> = {
  400: ['InvalidRequest', 'A field or parameter is missing or wrong, or the code is invalid.'],
  401: ['Unauthorized', 'The credentials are missing or wrong.'],
  403: ['Forbidden', 'A browser has sent the request, or the application may not do this.'],
  404: ['NotFound', 'There is no such application or account.'],
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
      { description, content: describeContent('application/json', 'Error') },
    ]),
  );
}
