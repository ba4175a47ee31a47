import type { ClientSession, Connection } from './mongo-types.ts';
import { DEAD_LETTER_COLLECTION } from './dead-letters.ts';
import { OUTBOX_COLLECTION, type OutboxRow } from './outbox.ts';

/** Letters that one round looks at, and that it deletes with one command. */
const LETTERS_PER_ROUND_MAX = 10_000;
/** Every id of the product: a prefix and a ULID. */
const ID = /\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

interface Told {
  readonly _id: string;
  readonly event?: unknown;
  readonly raw?: { readonly buffer: Uint8Array } | null;
}

/** Part of an erasure's unit: what waits to be published of an aggregate, and what was put aside, is gone. */
export async function eraseAggregate(
  connection: Connection,
  { aggregateId, session }: { readonly aggregateId: string; readonly session: ClientSession },
): Promise<void> {
  await connection
    .collection<OutboxRow>(OUTBOX_COLLECTION)
    .updateMany(
      { 'events.aggregate_id': aggregateId },
      { $pull: { events: { aggregate_id: aggregateId } } },
      { session },
    );
  await connection
    .collection(DEAD_LETTER_COLLECTION)
    .deleteMany({ 'event.aggregate.id': aggregateId }, { session });
}

/**
 * Deletes the dead letters that name an erased record anywhere, also those whose event nobody could read.
 * @param erasedOf tells which of some ids are erased.
 * @returns how many letters it deleted.
 */
export async function eraseLetters(
  connection: Connection,
  erasedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const letters = connection.collection<Told>(DEAD_LETTER_COLLECTION);
  const doomed: string[] = [];
  for await (const letter of letters.find({}, { limit: LETTERS_PER_ROUND_MAX })) {
    const ids = idsIn(letter);
    if (ids.length > 0 && (await erasedOf(ids)).size > 0) doomed.push(letter._id);
  }
  if (doomed.length > 0) await letters.deleteMany({ _id: { $in: doomed } });
  return doomed.length;
}

function idsIn({ event, raw }: Told): readonly string[] {
  const text = raw?.buffer === undefined ? JSON.stringify(event ?? null) : Buffer.from(raw.buffer).toString();
  return [...new Set(text.match(ID) ?? [])];
}
