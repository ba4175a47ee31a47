/** The fields of a record that differ from its earlier state. Values are compared by identity. */
export function changedFields<Item extends object>(before: Item, after: Item): Partial<Item> {
  const changed: Partial<Item> = {};
  for (const field of Object.keys(after) as (keyof Item)[])
    if (!Object.is(before[field], after[field])) changed[field] = after[field];
  return changed;
}
