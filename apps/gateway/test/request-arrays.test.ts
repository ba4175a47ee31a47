import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ALL_ROUTES } from '../src/routes/index.ts';

interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
  readonly [part: string]: unknown;
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schemas that a schema is made of, with their places. */
function partsOf(schema: z.ZodType): readonly (readonly [string, z.ZodType])[] {
  const { shape, options, items, ...parts } = definitionOf(schema);
  const named = Object.entries((shape ?? {}) as Record<string, unknown>);
  const listed = [options, items].flatMap((some) => (Array.isArray(some) ? [...some] : []));
  const all = [...named, ...listed.map((part, index) => [String(index), part] as const)];
  return [...all, ...Object.entries(parts)].flatMap(([name, part]) =>
    isSchema(part) ? [[name, part] as const] : [],
  );
}

/** The arrays of a request without a limit that holds before their items are checked. */
function unlimitedArrays(schema: z.ZodType, path: string, seen: Set<z.ZodType>): readonly string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type, checks = [] } = definitionOf(schema);
  const isUnlimited = type === 'array' && !checks.some((check) => check._zod.def.check === 'max_length');
  return [
    ...(isUnlimited ? [path] : []),
    ...partsOf(schema).flatMap(([name, part]) => unlimitedArrays(part, `${path}.${name}`, seen)),
  ];
}

const bodies = ALL_ROUTES.flatMap(({ operationId, body }) =>
  isSchema(body) ? [[operationId, body] as const] : [],
);

describe('an array of a request', () => {
  it('has a limit in every body: without one, each wrong item is an error in memory', () => {
    expect(bodies.length).toBeGreaterThan(40);
    expect(bodies.flatMap(([name, body]) => unlimitedArrays(body, name, new Set()))).toEqual([]);
  });

  it('is found where a schema has none', () => {
    const schema = z.object({
      a: z.array(z.string()).max(5),
      b: z.array(z.string()).transform(String).optional(),
    });
    expect(unlimitedArrays(schema, 'body', new Set())).toEqual(['body.b.innerType.in']);
  });
});
