import type { JsonSchema } from './schemas.ts';

/** Descriptions of fields, for all named schemas or for the listed schemas. */
export interface FieldDescriptions {
  readonly schemas: readonly string[] | 'all';
  readonly fields: Readonly<Record<string, string>>;
}

/** Adds the descriptions to fields without one; a later entry wins over an earlier one. @throws Error for an unused entry. */
export function describeFields(
  named: Readonly<Record<string, JsonSchema>>,
  descriptions: readonly FieldDescriptions[],
): void {
  for (const { schemas, fields } of descriptions.toReversed()) {
    const names = schemas === 'all' ? Object.keys(named) : schemas;
    for (const [field, description] of Object.entries(fields)) {
      const found = names.map((name) => propertyOf(named[name], field)).filter((one) => one !== undefined);
      if (found.length === 0) throw new Error(`No schema of ${String(schemas)} has a field ${field}.`);
      for (const property of found) property['description'] ??= description;
    }
  }
}

function propertyOf(schema: JsonSchema | undefined, field: string): JsonSchema | undefined {
  const properties = schema?.['properties'];
  if (typeof properties !== 'object' || properties === null) return undefined;
  const property: unknown = Reflect.get(properties, field);
  return isSchema(property) ? property : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds descriptions to the parameters of an operation without one. Without an entry, `contact_id` is the id of the
 * contact.
 */
export function describeParameters(
  operation: JsonSchema,
  descriptions: Readonly<Record<string, string>>,
): void {
  const { parameters } = operation;
  if (!Array.isArray(parameters)) return;
  for (const parameter of parameters.filter(isSchema)) {
    const { name, description } = parameter;
    if (typeof name !== 'string' || description !== undefined) continue;
    const known = descriptions[name] ?? idDescription(name);
    if (known !== undefined) parameter['description'] = known;
  }
}

function idDescription(name: string): string | undefined {
  return name.endsWith('_id') ? `Id of the ${name.slice(0, -'_id'.length).replaceAll('_', ' ')}.` : undefined;
}
