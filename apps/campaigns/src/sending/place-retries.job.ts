import type { ServiceBase } from '@outreach/app-kit';
import type { Clock } from '@outreach/service-kit';
import type { RetryPlaces } from '../planning/index.ts';
import { isPlannedDay } from './check-send.ts';
import type { SendClaims, SendJournal } from './ports.ts';
import type { ReadySend } from './prepare-sends.ts';
import { toClaim } from './to-claim.ts';

export interface PlaceRetriesPorts {
  readonly retryPlaces: RetryPlaces;
  readonly claims: Pick<SendClaims, 'place'>;
  readonly journal: Pick<SendJournal, 'settle'>;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'units'>;
}

/** A retry without a place on any day is checked again after this time. */
const NO_PLACE_MS = 60 * 60_000;

/**
 * Counts retries that the planner has counted on another day in the limits of the day on which they are sent. Returns the
 * emails that are sent now; a retry whose day is full waits for the first day with room, and has its place there.
 */
export async function placeRetries(
  { retryPlaces, claims, journal, clock, base }: PlaceRetriesPorts,
  ready: readonly ReadySend[],
): Promise<readonly ReadySend[]> {
  const at = new Date(clock.now());
  const retries = ready.filter(({ send, account }) => !isPlannedDay(send, account, at));
  if (retries.length === 0) return ready;
  const waiting = await base.units.unitOfWork(async () => {
    const places = await retryPlaces.take(
      retries.map(({ send, campaign, contactZone: zone }) => ({ send, campaign, zone })),
    );
    const placed = retries.map(({ send }) => {
      const { account_day, campaign_day } = send;
      const noPlace = { account_day, campaign_day, at: new Date(at.getTime() + NO_PLACE_MS) };
      const { at: dueAt, ...days } = places.get(send.id) ?? noPlace;
      return { ...toClaim(send), ...days, dueAt: dueAt <= at ? null : dueAt };
    });
    await claims.place(placed);
    return new Set(placed.flatMap(({ id, dueAt }) => (dueAt === null ? [] : [id])));
  });
  journal.settle([...waiting]);
  return ready.filter(({ send }) => !waiting.has(send.id));
}
