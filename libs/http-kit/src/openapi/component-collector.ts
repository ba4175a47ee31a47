import { z } from 'zod';
import { docOf } from '../fields/openapi-meta.ts';

export type JsonSchema = Record<string, unknown>;

/** Collects the components of a document. @throws Error for two different components with one name. */
export class ComponentCollector {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, JsonSchema> = {};
  readonly parameters: Record<string, JsonSchema> = {};
  readonly examples: Record<string, JsonSchema> = {};

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

  /** Names a schema and returns a reference to it. */
  add(name: string, schema: JsonSchema): JsonSchema {
    return addTo(this.schemas, 'schemas', { name, value: schema });
  }

  /** A reference to a schema that equals this one, except for descriptions; undefined if there is none. */
  referenceTo(schema: JsonSchema): JsonSchema | undefined {
    const text = textWithoutDescriptions(schema);
    const name = Object.keys(this.schemas).find(
      (one) => textWithoutDescriptions(this.schemas[one] ?? {}) === text,
    );
    return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` };
  }

  /** Names a response and returns a reference to it. If another response has the name, it gets the second name. */
  response(response: JsonSchema, ...names: Names): JsonSchema {
    return addTo(this.responses, 'responses', {
      name: freeName(this.responses, names, response),
      value: response,
    });
  }

  /** Names a parameter and returns a reference to it, as with responses. */
  parameter(parameter: JsonSchema, ...names: Names): JsonSchema {
    return addTo(this.parameters, 'parameters', {
      name: freeName(this.parameters, names, parameter),
      value: parameter,
    });
  }

  /** Names an example and returns a reference to it, as with responses. */
  example(value: unknown, ...names: Names): JsonSchema {
    const example = { value };
    return addTo(this.examples, 'examples', {
      name: freeName(this.examples, names, example),
      value: example,
    });
  }
}

/** The name of a component, and the name that it gets if another component has this name. */
type Names = readonly [name: string, secondName: string];

function freeName(all: Record<string, JsonSchema>, [name, secondName]: Names, value: JsonSchema): string {
  return name in all && !isSame(all[name], value) ? secondName : name;
}

interface Component {
  readonly name: string;
  readonly value: JsonSchema;
}

function addTo(all: Record<string, JsonSchema>, kind: string, { name, value }: Component): JsonSchema {
  const before = all[name];
  if (before !== undefined && !isSame(before, value)) {
    throw new Error(`Two different ${kind} are named ${name}.`);
  }
  all[name] = value;
  return { $ref: `#/components/${kind}/${name}` };
}

/** A field that is named `description` stays: its value is an object. */
export function textWithoutDescriptions(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
