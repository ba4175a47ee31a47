const FACTORS: Readonly<Record<string, number>> = { '': 1, m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** The value of a Kubernetes quantity such as `500m` or `384Mi`. @throws Error for a unit that is not used here. */
export function parseQuantity(quantity: number | string): number {
  const [, digits, unit = ''] = /^(\d+)(\D*)$/.exec(String(quantity)) ?? [];
  const factor = FACTORS[unit];
  if (digits === undefined || factor === undefined) throw new Error(`${quantity} is not a quantity.`);
  return Number(digits) * factor;
}
