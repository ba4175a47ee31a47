import { z } from 'zod';

const Json = z.record(z.string(), z.unknown());

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: Json.default({}),
});

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({
      required: z.boolean().default(false),
      content: z.record(z.string(), z.object({ schema: Json.default({}) })),
    })
    .optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
});

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type Parameter = z.output<typeof Parameter>;
export type Operation = z.output<typeof Operation> & {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
};

/** The operations of an OpenAPI document, with every reference replaced by its target. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = z.object({ paths: z.record(z.string(), Json) }).parse(document);
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      return { ...Operation.parse(resolve(operation, document, [])), method, path };
    }),
  );
}

/**
 * A copy without `$ref`. A reference to a schema that contains it, such as a filter in a filter, becomes the schema that
 * accepts everything.
 */
function resolve(value: unknown, document: unknown, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, document, open));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...fields }: { $ref?: unknown } = value;
  const resolved = Object.entries(fields).map(([name, field]) => [name, resolve(field, document, open)]);
  if (typeof reference !== 'string') return Object.fromEntries(resolved);
  if (open.includes(reference)) return Object.fromEntries(resolved);
  const target = resolve(targetOf(reference, document), document, [...open, reference]);
  return { ...Object(target), ...Object.fromEntries(resolved) };
}

/** The target of `#/components/schemas/Contact`. */
function targetOf(reference: string, document: unknown): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((node, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  }, document);
}
