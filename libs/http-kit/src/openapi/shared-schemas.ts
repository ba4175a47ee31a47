import { textWithoutDescriptions, type JsonSchema } from './component-collector.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** An `allOf` that saves fewer bytes is harder to read than the fields themselves. */
const SAVED_BYTES_MIN = 200;

type Components = Readonly<Record<string, JsonSchema>>;
type Document = JsonSchema & { readonly components: Components & { readonly schemas: Schemas } };

/** JSON text of a schema → its name. */
type Names = ReadonlyMap<string, string>;

/** A copy in which equal parts of schemas refer to one schema: to a shared one, or to another one of the document. */
export function shareSchemas(
  document: Document,
  shared: readonly (readonly [name: string, schema: JsonSchema])[],
): JsonSchema & { readonly components: Components } {
  const named: Record<string, JsonSchema> = {};
  for (const [name, schema] of shared) named[name] = withReferencesInside(schema, namesOf(named));
  const names = namesOf(named);
  const { schemas, ...others } = document.components;
  const first = mapValues(schemas, (schema) => withReferencesInside(schema, names));
  const large = Object.entries(first).filter(([, schema]) => lengthOf(schema) >= SAVED_BYTES_MIN);
  const largeNames = namesOf(Object.fromEntries(large));
  const second = mapValues(first, (schema) => withReferencesInside(schema, largeNames));
  const components = mapValues(others, (all) => withReferencesInside(all, names));
  return {
    ...withReferencesInside({ ...document, components: {} }, names),
    components: { schemas: { ...withBases(second), ...named }, ...components },
  };
}

function mapValues(schemas: Schemas, change: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
}

/** A part without descriptions equals a schema that has them. */
function namesOf(schemas: Schemas): Names {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) => [
      [textOf(schema), name],
      [textWithoutDescriptions(schema), name],
    ]),
  );
}

/** A copy in which each part that equals a named schema is a reference to it. The description of the part stays. */
function withReferencesInside(whole: JsonSchema, names: Names): JsonSchema {
  const inside = (part: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replace(value)]));
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace);
    if (!isObject(part)) return part;
    const copy = inside(part);
    const name = 'type' in copy ? names.get(textOf(copy)) : undefined;
    if (name === undefined) return copy;
    const { description } = copy;
    return { ...(description === undefined ? {} : { description }), ...referenceTo(name) };
  };
  return inside(whole);
}

/** The schemas, in which an object with all fields of another one is an `allOf` of that object and its own fields. */
function withBases(schemas: Schemas): Record<string, JsonSchema> {
  const bases = Object.entries(schemas).filter(([, schema]) => hasOnlyRequiredFields(schema));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const shortest = bases
        .filter(([other, base]) => other !== name && contains(schema, base))
        .map(([other, base]) => extended(schema, { name: other, schema: base }))
        .sort((one, other) => lengthOf(one) - lengthOf(other))[0];
      const isShorter = shortest !== undefined && lengthOf(schema) - lengthOf(shortest) >= SAVED_BYTES_MIN;
      return [name, isShorter ? shortest : schema];
    }),
  );
}

/** True for the objects in responses and events. The bodies of requests stay one object. */
function hasOnlyRequiredFields(schema: JsonSchema): boolean {
  const keywords = Object.keys(schema).filter((keyword) => keyword !== 'description');
  return (
    keywords.every((keyword) => ['type', 'properties', 'required'].includes(keyword)) &&
    Object.keys(fieldsOf(schema)).every((field) => requiredOf(schema).includes(field))
  );
}

function contains(schema: JsonSchema, base: JsonSchema): boolean {
  const fields = fieldsOf(schema);
  const shared = Object.entries(fieldsOf(base));
  return (
    shared.length < Object.keys(fields).length &&
    shared.every(([field, value]) => JSON.stringify(value) === JSON.stringify(fields[field])) &&
    requiredOf(base).every((field) => requiredOf(schema).includes(field))
  );
}

interface Named {
  readonly name: string;
  readonly schema: JsonSchema;
}

function extended(schema: JsonSchema, base: Named): JsonSchema {
  const { type, properties: _all, required: _allRequired, ...others } = schema;
  const isOwn = (field: string): boolean => !(field in fieldsOf(base.schema));
  const properties = Object.fromEntries(Object.entries(fieldsOf(schema)).filter(([field]) => isOwn(field)));
  const required = requiredOf(schema).filter(isOwn);
  const own = { type, properties, ...(required.length === 0 ? {} : { required }) };
  return { ...others, allOf: [referenceTo(base.name), own] };
}

function fieldsOf({ properties }: JsonSchema): JsonSchema {
  return isObject(properties) ? properties : {};
}

function requiredOf({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function textOf({ description: _description, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

function lengthOf(schema: JsonSchema): number {
  return JSON.stringify(schema).length;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
