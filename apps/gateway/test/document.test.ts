import { describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EVENT_TYPES } from '../src/routes/event-docs.ts';
import { ALL_ROUTES, gatewayDocument } from '../src/routes/index.ts';
import type { GatewayRoute } from '../src/routes/index.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

const served = JSON.stringify(gatewayDocument());
const document = JSON.parse(served);

/** A copy with each response, parameter and example in place of its reference. Schemas and headers stay references. */
function inPlace(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inPlace);
  if (typeof node !== 'object' || node === null) return node;
  const [, kind = '', name = ''] =
    /^#\/components\/(responses|parameters|examples)\/(.+)$/.exec('$ref' in node ? String(node.$ref) : '') ??
    [];
  if (kind !== '') return inPlace(document.components[kind][name]);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inPlace(value)]));
}

const paths = JSON.parse(JSON.stringify(inPlace(document.paths)));
const operations = ALL_ROUTES.filter(({ isUndocumented }) => isUndocumented !== true).map((route) => {
  const operation: Operation = paths[route.path][route.method];
  return [route.operationId, route, operation] as const;
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'document' });

/** Many responses have the same schema, and its compilation takes long. */
const validators = new Map<string, ValidateFunction>();

/** A validator for a schema of the document. Its references point into the document. */
function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const validator = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validator);
  return validator;
}

function expectFits(schema: object, value: unknown): void {
  const validate = validatorOf(schema);
  validate(value);
  expect([value, validate.errors ?? []]).toEqual([value, []]);
}

/** The limit of the served document in bytes. Tools read the whole document, some of them into a limited context. */
const DOCUMENT_BYTES_MAX = 550_000;

describe('the served document', () => {
  it(`has at most ${DOCUMENT_BYTES_MAX} bytes`, () => {
    expect(Buffer.byteLength(served)).toBeLessThanOrEqual(DOCUMENT_BYTES_MAX);
  });

  it('has a target for every reference', () => {
    const targets = [...served.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(targets.length).toBeGreaterThan(0);
    for (const [, kind = '', name = ''] of targets) expect(document.components[kind]).toHaveProperty([name]);
  });
});

const COMMON_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

const takesBody = ({ body, rawBody, multipart }: GatewayRoute): boolean =>
  [body, rawBody, multipart].some((schema) => schema !== undefined);

/** Statuses, and the routes that document them. */
const STATUSES: readonly (readonly [string, (route: GatewayRoute) => boolean])[] = [
  ['400', (route) => takesBody(route) || route.query !== undefined || route.idempotent === true],
  ['401', (route) => route.scope !== 'public'],
  ['403', (route) => typeof route.scope !== 'string'],
  ['404', (route) => route.params !== undefined],
  ['408', takesBody],
  ['409', (route) => route.idempotent === true],
  ['413', takesBody],
  ['415', takesBody],
  ['422', (route) => route.idempotent === true],
  ['429', (route) => route.scope !== 'public' || route.limits !== undefined],
  ['431', () => true],
  ['500', () => true],
  ['503', () => true],
  ['504', () => true],
];

describe.each(operations)('%s', (_id, route, operation) => {
  it('documents every possible status with the schema of the error and valid examples', () => {
    for (const [status, isPossible] of STATUSES)
      if (isPossible(route)) expect([status, operation.responses[status]]).not.toEqual([status, undefined]);
    for (const definition of route.errors ?? []) {
      const shown = Object.values(operation.responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      );
      expect(shown).toContain(definition.reason ?? definition.name);
    }
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400 || route.responses[Number(status)] !== undefined) continue;
      const { schema, examples = {} } = content?.['application/json'] ?? { schema: {} };
      expect(schema).toEqual({ $ref: '#/components/schemas/Error' });
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) expectFits(schema, value);
    }
  });

  it('documents the common headers with the statuses that operations share, and Retry-After where a retry helps', () => {
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      if (['429', '500', '503', '504'].includes(status))
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(COMMON_HEADERS));
      const isInProgress = status === '409' && route.idempotent === true;
      if (['429', '503', '504'].includes(status) || isInProgress)
        expect(Object.keys(headers)).toContain('Retry-After');
      if (Number(status) < 300 && route.idempotent === true)
        expect(Object.keys(headers)).toContain('Idempotent-Replayed');
      for (const { $ref } of Object.values(headers))
        expect(document.components.headers[$ref.split('/').at(-1) ?? '']).toHaveProperty('schema');
    }
  });

  it('documents the security scheme and the scopes of its route', () => {
    const other = route.scopeWhen?.scope ?? [];
    const scopes = [route.scope, other].flatMap((scope) => (typeof scope === 'string' ? [] : scope));
    const expected =
      route.scope === 'public'
        ? []
        : route.scope === 'any-credential'
          ? [[]]
          : scopes.map((scope) => [scope]);
    expect(operation.security.map((one) => one['bearer'])).toEqual(expected);
    for (const one of operation.security) expect(Object.keys(one)).toEqual(['bearer']);
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('has valid examples of parameters, body and responses', () => {
    for (const parameter of operation.parameters ?? [])
      if (parameter.example !== undefined) expectFits(parameter.schema, parameter.example);
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      expect(example).toBeDefined();
      expectFits(schema, example);
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses))
      for (const { schema, example, examples = {} } of Object.values(content)) {
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map(({ value }) => value),
        ];
        if (Number(status) < 300) expect([status, values]).not.toEqual([status, []]);
        for (const value of values) expectFits(schema, value);
      }
  });

  it('has a required path parameter with an example for each brace of its path', () => {
    const names = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { required, example } of inPath) expect([required, typeof example]).toEqual([true, 'string']);
  });
});

describe('parameters', () => {
  it.each(operations)('have a description in %s', (_id, _route, { parameters = [] }) => {
    for (const parameter of parameters)
      if (parameter.$ref === undefined)
        expect([parameter.name, parameter]).toEqual([
          parameter.name,
          expect.objectContaining({ description: expect.any(String) }),
        ]);
  });
});

describe('the schemas of the document', () => {
  it.each(Object.entries<object>(document.components.schemas))('%s is a JSON Schema', (_name, schema) => {
    expect(() => validatorOf(schema)).not.toThrow();
  });

  it('reject invalid values, so that a validator that accepts everything fails this test', () => {
    const validate = validatorOf({ $ref: '#/components/schemas/Error' });
    expect(validate({ error: { code: 1, message: 'x' } })).toBe(false);
    expect(validate({})).toBe(false);
  });
});

/** Names of fields whose values are a closed set. */
const ENUMERATIONS = new Set(
  [
    'status type reason role intent provider security spf dkim dmarc mx source stop_reason op tier icp_tier grade',
    'health_status classification bounce_type bounce_classification scopes event_type event_types',
    'event_subscriptions thread_mode delay_unit platform campaign_type paused_by verification_status factor',
    'limit_name binding_constraint seniority department lead_source format field_type transform label step_type code',
    'required_scope account_status scope rule granularity',
  ].flatMap((line) => line.split(' ')),
);
/** Texts that people write, and codes that the fields of a row decide. */
const FREE_TEXTS = [
  'SendingAccount.oauth.scopes',
  'CampaignPause.reason',
  'RetentionLog.reason',
  'ContactDelete.reason',
  'Error.error.status',
  'ContactBulkResult.results.error.code',
  'SuppressionBulkResult.results.error.code',
  'ImportRowError.code',
  'WebhookTestRequest.event_type',
  'CustomFieldUpdate.field_type',
  'LogIn.code',
  'TotpCode.code',
];

/** The paths of the texts without values among the fields that are enumerations. */
function openTexts(schema: unknown, path: string): readonly string[] {
  const { properties = {}, items, anyOf = [], allOf = [], type, ...keywords } = Object(schema);
  const isText = [type].flat().includes('string') && !('enum' in keywords) && !('const' in keywords);
  const own = isText && ENUMERATIONS.has(path.split('.').at(-1) ?? '') ? [path] : [];
  const fields = Object.entries(properties).flatMap(([name, field]) => openTexts(field, `${path}.${name}`));
  return [
    ...own,
    ...fields,
    ...[...(items === undefined ? [] : [items]), ...anyOf, ...allOf].flatMap((part) => openTexts(part, path)),
  ];
}

describe('the schemas of the document', () => {
  it('list the values of every enumeration', () => {
    // The contracts of the services describe the data of events.
    const found = Object.entries(document.components.schemas)
      .filter(([name]) => !name.endsWith('EventData'))
      .flatMap(([name, schema]) => openTexts(schema, name));
    expect(found.filter((path) => !FREE_TEXTS.includes(path))).toEqual([]);
  });
});

describe('the webhooks of the document', () => {
  it('have an operation with a valid schema for every event type', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
    const operationOf = (type: string): Operation => document.webhooks[type].post;
    const example = { id: 'evt_1', timestamp: '2026-01-31T09:30:00.000Z', workspace_id: 'ws_1' };
    for (const type of EVENT_TYPES) {
      const schema = operationOf(type).requestBody?.content['application/json']?.schema ?? {};
      const validate = validatorOf(schema);
      expect([type, validate({ ...example, type, api_version: 'v1', data: null })]).toEqual([type, false]);
      expect(new Set(validate.errors?.map(({ instancePath }) => instancePath))).toEqual(new Set(['/data']));
    }
  });
});
