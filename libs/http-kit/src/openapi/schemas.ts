import { z } from 'zod';
import { docOf } from '../fields/openapi-meta.ts';

export type JsonSchema = Record<string, unknown>;

/** Collects the named schemas of a document. @throws Error for two different schemas with one name. */
export class SchemaCollector {
  readonly named: Record<string, JsonSchema> = {};

  /** The JSON Schema (2020-12, the dialect of OpenAPI 3.1) of the data that a client sends or receives. */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _dialect,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => amend(zodSchema, jsonSchema),
    });
    for (const [name, definition] of Object.entries($defs ?? {})) this.add(name, relocate(definition));
    return relocate(root);
  }

  add(name: string, schema: JsonSchema): void {
    const before = this.named[name];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are named ${name}.`);
    }
    this.named[name] = schema;
  }
}

/** Keywords that zod adds and the contract does not promise: later versions may add fields, for example. */
const NOISE: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['additionalProperties', (value) => value === false],
  ['propertyNames', (value) => JSON.stringify(value) === '{"type":"string"}'],
  ['minimum', (value) => value === Number.MIN_SAFE_INTEGER],
  ['maximum', (value) => value === Number.MAX_SAFE_INTEGER],
  ['pattern', (value) => typeof value === 'string' && value.startsWith('^(?:(?:\\d\\d[2468]')],
];

/** Applies documentation written by hand and removes noise. */
function amend(zodSchema: z.core.$ZodType, jsonSchema: Record<string, unknown>): void {
  const doc = docOf(zodSchema);
  if (doc !== undefined) {
    const { description } = jsonSchema;
    for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword);
    Object.assign(jsonSchema, doc, description === undefined ? {} : { description });
  }
  for (const [keyword, isNoise] of NOISE)
    if (isNoise(jsonSchema[keyword])) Reflect.deleteProperty(jsonSchema, keyword);
}

/** Points references at the document's components. */
function relocate(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { id: _id, ...moved } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return moved;
}
