import type { Mongo } from '@outreach/mongo-kit';
import type { ContactCollection } from './contact.store.ts';

/** Indexes of the previous version, which `by_address` replaces. */
const REPLACED_INDEXES: ReadonlySet<string> = new Set(['identity', 'by_email']);

/**
 * Drops the replaced indexes, and returns their names. Processes of the previous version fail without them.
 * @throws Error when indexes of this version are missing.
 */
export async function dropReplacedIndexes(
  { connection, missingIndexes }: Pick<Mongo, 'connection' | 'missingIndexes'>,
  contacts: ContactCollection,
): Promise<readonly string[]> {
  const missing = await missingIndexes();
  if (missing.length > 0) throw new Error(`Indexes are missing: ${missing.join(', ')}; run schema apply.`);
  const existing = await contacts.listIndexes();
  const replaced = existing.map(({ name }) => String(name)).filter((name) => REPLACED_INDEXES.has(name));
  const database = connection.getClient().db(connection.name);
  if (replaced.length > 0) await database.command({ dropIndexes: contacts.modelName, index: replaced });
  return replaced;
}
