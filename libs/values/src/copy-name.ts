/** Names that one query looks up. */
const BATCH = 50;

export interface CopyNameOptions {
  /** In Unicode code points. A longer name is cut before its suffix. */
  readonly charactersMax: number;
  /** The given names that are in use. */
  readonly usedNames: (names: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The first free name of `<name> (Copy)`, `<name> (Copy 2)`, `<name> (Copy 3)` and so on. */
export async function freeCopyName(name: string, options: CopyNameOptions): Promise<string> {
  for (let first = 1; ; first += BATCH) {
    const names = Array.from({ length: BATCH }, (_, index) => copyName(name, first + index, options));
    const used = await options.usedNames(names);
    const free = names.find((candidate) => !used.has(candidate));
    if (free !== undefined) return free;
  }
}

function copyName(name: string, number: number, { charactersMax }: CopyNameOptions): string {
  const suffix = number === 1 ? ' (Copy)' : ` (Copy ${number})`;
  return `${Array.from(name)
    .slice(0, charactersMax - suffix.length)
    .join('')}${suffix}`;
}
