import type { ClientSession, Connection } from '../mongo-types.ts';
import { DEAD_LETTER_COLLECTION } from './dead-letters.ts';
import { OUTBOX_COLLECTION, type OutboxRow } from '../outbox.ts';

/** Dead letters that are checked with one query. */
const LETTERS_TOGETHER = 500;
/** Every id of the product: a prefix and a ULID. */
const ID = /\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

interface LetterContent {
  readonly _id: string;
  readonly event?: unknown;
  readonly raw?: { readonly buffer: Uint8Array } | null;
}

/** In the transaction of an erasure: deletes the outbox events and the dead letters of an aggregate. */
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
 * Deletes the dead letters that name an erased record anywhere, including letters whose event could not be decoded.
 * @param erasedOf returns which of the given ids belong to erased records.
 * @returns the number of deleted letters.
 */
export async function eraseDeadLetters(
  connection: Connection,
  erasedOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const letters = connection.collection<LetterContent>(DEAD_LETTER_COLLECTION);
  let count = 0;
  let after = '';
  for (;;) {
    const some = await letters
      .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: LETTERS_TOGETHER })
      .toArray();
    if (some.length === 0) return count;
    const named = some.map((letter) => ({ id: letter._id, ids: idsIn(letter) }));
    const erased = await erasedOf(named.flatMap(({ ids }) => ids));
    const erasable = named.filter(({ ids }) => ids.some((id) => erased.has(id))).map(({ id }) => id);
    if (erasable.length > 0) await letters.deleteMany({ _id: { $in: erasable } });
    count += erasable.length;
    after = some.at(-1)?._id ?? '';
  }
}

function idsIn({ event, raw }: LetterContent): readonly string[] {
  const text = raw?.buffer === undefined ? JSON.stringify(event ?? null) : Buffer.from(raw.buffer).toString();
  return [...new Set(text.match(ID) ?? [])];
}
