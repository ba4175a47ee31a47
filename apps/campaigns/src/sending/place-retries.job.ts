import type { ServiceBase } from '@outreach/app-kit';
import type { Clock } from '@outreach/service-kit';
import type { AnswerPlaces, RetryPlaces } from '../planning/index.ts';
import { isPlannedDay } from './check-send.ts';
import type { SendClaims, SendJournal } from './ports.ts';
import { isAnswer, type ReadySend } from './prepare-sends.ts';
import { toClaim } from './to-claim.ts';

export interface PlaceRetriesPorts {
  readonly retryPlaces: RetryPlaces;
  readonly answerPlaces: AnswerPlaces;
  readonly claims: Pick<SendClaims, 'place'>;
  readonly journal: Pick<SendJournal, 'settle'>;
  readonly clock: Clock;
  readonly base: Pick<ServiceBase, 'units'>;
}

/** A retry without a place on any day is checked again after this time. */
const NO_PLACE_MS = 60 * 60_000;

/**
 * Counts answers and retries that were counted on another day in the limits of the day on which they are sent. Returns the
 * emails that are sent now; one whose day is full waits for the first day with room, and has its place there.
 */
export async function placeRetries(
  ports: PlaceRetriesPorts,
  ready: readonly ReadySend[],
): Promise<readonly ReadySend[]> {
  const { claims, journal, clock, base } = ports;
  const at = new Date(clock.now());
  const moved = ready.filter(({ send, account }) => !isPlannedDay(send, account, at));
  if (moved.length === 0) return ready;
  const waiting = await base.units.unitOfWork(async () => {
    const places = await takePlaces(ports, moved);
    const placed = moved.map(({ send }) => {
      const { account_day, campaign_day } = send;
      const noPlace = { at: new Date(at.getTime() + NO_PLACE_MS) };
      const { at: dueAt, ...days } = places.get(send.id) ?? noPlace;
      return { ...toClaim(send), account_day, campaign_day, ...days, dueAt: dueAt <= at ? null : dueAt };
    });
    await claims.place(placed);
    return new Set(placed.flatMap(({ id, dueAt }) => (dueAt === null ? [] : [id])));
  });
  journal.settle([...waiting]);
  return ready.filter(({ send }) => !waiting.has(send.id));
}

interface Place {
  readonly at: Date;
  readonly account_day: string;
  /** Answers count for no campaign. */
  readonly campaign_day?: string;
}

async function takePlaces(
  { retryPlaces, answerPlaces }: PlaceRetriesPorts,
  moved: readonly ReadySend[],
): Promise<ReadonlyMap<string, Place>> {
  const steps = moved.flatMap((one) => (isAnswer(one) ? [] : [one]));
  const answers = moved.flatMap((one) => (isAnswer(one) ? [one.send] : []));
  const places = await retryPlaces.take(
    steps.map(({ send, campaign, enrollment }) => ({ send, campaign, zone: enrollment.time_zone })),
  );
  return answers.length === 0
    ? places
    : new Map<string, Place>([...places, ...(await answerPlaces.take(answers))]);
}
