import type { z } from 'zod';

/** An event type of a contract: description, schema, and an example that matches the schema. */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  /** Public name, `contact.created`. */
  readonly type: Type;
  /** Group in the catalogue, `contact`. */
  readonly category: string;
  readonly description: string;
  readonly data: Schema;
  /** Example data: documents show it and test deliveries send it. */
  readonly example: z.input<Schema>;
}

/** Declares an event type. The types of `data` and `example` follow from the schema. */
export function defineEvent<const Type extends string, Schema extends z.ZodType>(
  row: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> {
  return Object.freeze({ ...row });
}

/** Returns a function that defines events with the same data. `change` has the fields of the example that differ. */
export function eventsWith<Schema extends z.ZodObject>(
  category: string,
  data: Schema,
  example: z.input<Schema>,
): <const Type extends string>(
  type: Type,
  description: string,
  change?: Partial<z.input<Schema>>,
) => EventDefinition<Type, Schema> {
  return (type, description, change) =>
    defineEvent({ type, category, description, data, example: { ...example, ...change } });
}
