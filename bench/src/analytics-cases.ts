import type { Collection, Document } from 'mongodb';

export const HOUR_MS = 3_600_000;
export const QUARTER_MS = 900_000;
export const DAY_MS = 24 * HOUR_MS;
/** The hours of the send windows of all zones, in UTC. */
export const FIRST_HOUR = 6;
export const HOURS = 15;
const ROWS_PER_INSERT = 10_000;
/** A key may ask for 120 analyses a minute. */
export const KEY_COUNT = 40;

/** The largest share of the emails of a quarter that each counter counts. */
export const SHARES: Readonly<Record<string, number>> = {
  sent: 1,
  delivered: 0.98,
  opened: 0.9,
  clicked: 0.1,
  replied: 0.05,
  bounced: 0.02,
  unsubscribed: 0.01,
  spam_complaints: 0.001,
  unique_opened: 0.4,
  unique_clicked: 0.05,
  unique_replied: 0.04,
  positive_replied: 0.01,
  intent_interested: 0.01,
  intent_not_interested: 0.01,
};

export async function insertAll(rows: Collection, documents: Iterable<Document>): Promise<void> {
  let batch: Document[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await rows.insertMany(batch, { ordered: false, writeConcern: { w: 1 } });
    batch = [];
  };
  for (const document of documents) {
    batch.push(document);
    if (batch.length === ROWS_PER_INSERT) await flush();
  }
  await flush();
}

/** An id with the time order of ULIDs. */
export function idOf(prefix: string, index: number): string {
  return `${prefix}_01${String(index).padStart(24, '0')}`;
}
