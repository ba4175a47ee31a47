/** A change of stored documents to the form of this version. */
export interface Migration {
  /** Migrations of a service run in the order of their numbers, from 1. A number is never used again. */
  readonly number: number;
  /** Lower case with dashes, for example `complete-contacts`. */
  readonly name: string;
  /**
   * Handles one bounded batch after a position, and returns the position after the batch; undefined at the end. It runs
   * beside the previous version, and a batch may run twice: after a kill, the next runner continues at the last stored
   * position.
   */
  readonly runBatch: (after: string | undefined) => Promise<string | undefined>;
}

/** The id of a migration in the collection `migrations`, for example `0001-complete-contacts`. */
export function migrationId({ number, name }: Pick<Migration, 'number' | 'name'>): string {
  return `${String(number).padStart(NUMBER_DIGITS, '0')}-${name}`;
}

const NUMBER_DIGITS = 4;

/** Sorts by number. @throws Error when two migrations have one number. */
export function sortMigrations(migrations: readonly Migration[]): readonly Migration[] {
  const sorted = migrations.toSorted((one, other) => one.number - other.number);
  for (const [index, migration] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next?.number === migration.number)
      throw new Error(`${migrationId(migration)} and ${migrationId(next)} have the same number.`);
  }
  return sorted;
}
