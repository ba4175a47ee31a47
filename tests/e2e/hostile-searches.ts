function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = { $not: value };
  return value;
}

export const filter = (field: string, op: string, value: unknown) => ({ field, op, value });
export const many = (count: number, one: unknown): unknown[] => Array.from({ length: count }, () => one);

/** Searches that are refused, each with its name. */
export const hostileSearches: readonly (readonly [string, object])[] = [
  ['an operator object', { filters: [filter('email', 'eq', { $ne: null })] }],
  ['code', { filters: [filter('email', '$where', 'while(true){}')] }],
  ['an expression for a field', { filters: [filter('$expr', 'eq', 1)] }],
  ['a field of the prototype', { filters: [filter('__proto__.polluted', 'eq', 1)] }],
  ['a path through the prototype', { filters: [filter('custom_fields.constructor', 'eq', 1)] }],
  ['nesting beyond 32 levels', { filters: [filter('email', 'eq', nested(40))] }],
  ['ten thousand filters', { filters: many(10_000, filter('email', 'eq', 'x')) }],
  ['lists beyond a thousand values', { filters: [filter('email', 'in', many(20_000, 'x'))] }],
  ['a text beyond its length', { filters: [filter('title', 'contains', '('.repeat(500_000))] }],
  ['an endless sort', { filters: [], sort: many(1_000, { field: 'email', direction: 'asc' }) }],
  ['another logic', { filters: [], filters_logic: '$nor' }],
  ['a forged cursor', { filters: [], cursor: 'A'.repeat(5_000) }],
];
