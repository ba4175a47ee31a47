import fc from 'fast-check';
import type { Schema, ServedDocument } from './openapi-document.ts';

/** Limits of generated values if the schema has none. Large values are tested elsewhere. */
const TEXT_MAX = 40;
const LIST_MAX = 4;
const FIELDS_MAX = 4;

/** Meaningful values by the name of their field, for fields with a schema that is too general. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Values that fit almost no schema. */
const STRANGE: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  { $ne: 1 },
  { $gt: '' },
  ['a', null, { b: [] }],
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '__proto__',
  '../../etc/passwd',
  '🦄'.repeat(70),
  'Ünïcödé\u202e\u200b',
  "'; DROP TABLE contacts; --",
  '=1+1',
];

export interface ValueMaker {
  /** Values that fit the schema. */
  valid(schema: Schema, name?: string): fc.Arbitrary<unknown>;
  /** Values that mostly have a part that does not fit. */
  nearlyValid(schema: Schema, name?: string): fc.Arbitrary<unknown>;
}

/** Turns schemas of the document into values. */
export function valueMaker(document: Pick<ServedDocument, 'resolve'>, known: KnownValues): ValueMaker {
  const text = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    const values = known[name];
    if (values !== undefined) return fc.constantFrom(...values);
    if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
    return formatted(schema) ?? plainText(schema);
  };
  const valid = (given: Schema, name = ''): fc.Arbitrary<unknown> => {
    const schema = document.resolve(given);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valid(one, name)));
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
    return fc.oneof(...types.map((type) => ofType(type, schema, name)));
  };
  const ofType = (type: string, schema: Schema, name: string): fc.Arbitrary<unknown> => {
    if (type === 'string') return text(schema, name);
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'integer') return fc.integer(range(schema));
    if (type === 'number') return fc.double({ ...range(schema), noNaN: true });
    if (type === 'array')
      return fc.array(valid(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? LIST_MAX, LIST_MAX)),
      });
    return object(schema, name, valid);
  };
  return { valid, nearlyValid: (schema, name = '') => damaged(valid(schema, name)) };
}

function object(
  schema: Schema,
  ownName: string,
  valid: (schema: Schema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valid(property, name)]),
  );
  const named = fc.record(model, { requiredKeys: required.filter((name) => name in properties) });
  if (additionalProperties === undefined || additionalProperties === false) return named;
  const inner = additionalProperties === true ? {} : additionalProperties;
  const more = fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/), valid(inner, ownName), {
    maxKeys: FIELDS_MAX,
  });
  return fc.tuple(more, named).map(([extra, own]) => ({ ...extra, ...own }));
}

function formatted({ format }: Schema): fc.Arbitrary<unknown> | undefined {
  if (format === 'email') return fc.stringMatching(/^[a-z][a-z0-9]{0,12}@example\.(com|org)$/);
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, ...DATES }).map((date) => date.toISOString());
  if (format === 'uri') return fc.stringMatching(/^https:\/\/example\.com\/[a-z]{0,10}$/);
  return undefined;
}

const DATES = { min: new Date('2000-01-01'), max: new Date('2099-12-31') };

function plainText({ minLength = 0, maxLength = TEXT_MAX }: Schema): fc.Arbitrary<unknown> {
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)) };
  return fc.oneof(
    fc.string({ ...bounds, unit: 'grapheme' }),
    fc.string({ ...bounds, unit: 'grapheme-ascii' }),
  );
}

function range({ minimum, maximum }: Schema): { min: number; max: number } {
  return { min: minimum ?? -1_000_000, max: maximum ?? 1_000_000 };
}

/** Makes one change: replaces, removes or adds a field, or replaces the whole value. */
function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    kind: fc.constantFrom('replace', 'leave out', 'add', 'whole' as const),
    at: fc.nat(1_000),
    strange: fc.constantFrom(...STRANGE),
  });
  return fc.tuple(values, change).map(([value, { kind, at, strange }]) => {
    if (kind === 'whole' || typeof value !== 'object' || value === null) return strange;
    const fields = Object.entries(value);
    const [name] = fields[at % Math.max(fields.length, 1)] ?? ['unknown'];
    if (kind === 'leave out') return Object.fromEntries(fields.filter(([other]) => other !== name));
    return { ...value, [kind === 'add' ? `${name}_unknown` : name]: strange };
  });
}
