import type { Connection } from 'mongoose';
import { createSeenReports, type SeenReports } from '../outcomes/index.ts';

/** Longer than the broker redelivers a message. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Hits are counted once by the ids of their events. */
export function createCountedHits(connection: Connection, now: () => number): SeenReports {
  return createSeenReports({ connection, collection: 'tracking_hits', keptSeconds: KEPT_SECONDS, now });
}
