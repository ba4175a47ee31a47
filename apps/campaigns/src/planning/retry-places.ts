import type { Campaign } from '../campaigns/index.ts';
import type { PlacedSend } from '../sends/index.ts';
import { accountState } from './account-state.ts';
import { AccountRoom, CampaignRoom, findSlot, Windows } from './plan-room.ts';
import type { PlacesPorts } from './ports.ts';
import { placesOf } from './release-places.ts';
import { dayNumberOf, dayText } from './send-window.ts';

/** An email with an attempt that goes out on another day than the planner has counted it for. */
export interface Retry {
  readonly send: PlacedSend & { readonly id: string };
  readonly campaign: Campaign;
  /** The zone of the contact; null if it is unknown. */
  readonly zone: string | null;
}

/** When a retry is sent, and the days on which it counts. */
export interface RetryPlace {
  readonly at: Date;
  readonly account_day: string;
  readonly campaign_day: string;
}

/** Counts retries in the limits of the days on which they are sent. */
export interface RetryPlaces {
  /**
   * Part of a transaction: moves each retry to the first place from now on, by the id of its send. A retry has none if its
   * account does not exist or its campaign has no send days.
   */
  take(retries: readonly Retry[]): Promise<ReadonlyMap<string, RetryPlace>>;
}

export async function takeRetryPlaces(
  ports: PlacesPorts,
  retries: readonly Retry[],
): Promise<ReadonlyMap<string, RetryPlace>> {
  const nowMs = ports.clock.now();
  const rooms = await readRooms(ports, retries, nowMs);
  const places = new Map(
    retries.flatMap((retry) => {
      const place = takePlace(retry, rooms, nowMs);
      return place === undefined ? [] : [[retry.send.id, place] as const];
    }),
  );
  const placed = retries.flatMap(({ send }) => {
    const place = places.get(send.id);
    return place === undefined ? [] : [{ ...send, ...place }];
  });
  await ports.planned.release(placesOf(retries.flatMap(({ send }) => (places.has(send.id) ? [send] : []))));
  await ports.planned.add(placesOf(placed));
  return places;
}

interface Rooms {
  readonly accounts: ReadonlyMap<string, AccountRoom>;
  readonly campaigns: ReadonlyMap<string, { readonly windows: Windows; readonly campaign: CampaignRoom }>;
}

async function readRooms(
  { planned, accounts }: PlacesPorts,
  retries: readonly Retry[],
  nowMs: number,
): Promise<Rooms> {
  const campaignOf = new Map(retries.map(({ send, campaign }) => [send.sending_account_id, campaign]));
  const stored = await accounts.findByIds([...campaignOf.keys()]);
  const plannedOf = await planned.accounts([...campaignOf.keys()]);
  const accountRooms = stored.flatMap((account) => {
    const campaign = campaignOf.get(account.id);
    if (campaign === undefined) return [];
    const state = { planned: plannedOf.get(account.id), time: { nowMs, horizonMs: 0 } };
    return [[account.id, new AccountRoom(accountState(account, campaign, state).account)] as const];
  });
  const campaigns = new Map<string, { windows: Windows; campaign: CampaignRoom }>();
  for (const campaign of new Map(retries.map((retry) => [retry.campaign.id, retry.campaign])).values()) {
    const { days } = await planned.campaign(campaign.id);
    campaigns.set(campaign.id, {
      windows: new Windows(campaign),
      campaign: new CampaignRoom(campaign, days),
    });
  }
  return { accounts: new Map(accountRooms), campaigns };
}

function takePlace({ send, campaign, zone }: Retry, rooms: Rooms, nowMs: number): RetryPlace | undefined {
  const account = rooms.accounts.get(send.sending_account_id);
  const own = rooms.campaigns.get(campaign.id);
  if (account === undefined || own === undefined) return undefined;
  // The gap is kept when the email is sent; the next free time of the planner is beyond its horizon.
  account.freeAtMs = nowMs;
  const isNewLead = send.step_number === 1;
  // The email moves: it may have its place already on one of the two days.
  account.release(dayNumberOf(send.account_day));
  own.campaign.release(dayNumberOf(send.campaign_day), isNewLead);
  const slot = findSlot(own, account, { fromMs: nowMs, zone, isNewLead });
  if (slot === undefined) return undefined;
  account.take(slot, 1, 0);
  own.campaign.take(slot.campaignDay, 1, isNewLead);
  return {
    at: new Date(slot.atMs),
    account_day: dayText(slot.accountDay),
    campaign_day: dayText(slot.campaignDay),
  };
}
