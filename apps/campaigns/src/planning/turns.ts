/** A campaign without an email for longer than this no longer takes part in the turns of an account. */
export const TURN_MEMORY_MS = 24 * 60 * 60 * 1_000;

/** How far ahead a campaign may plan emails of an account. */
export interface Turn {
  /** Time from now up to which emails may be planned. */
  readonly lookaheadMs: number;
  /** Time from the first planned email on, after which the turn ends. */
  readonly lengthMs: number;
  readonly isShared: boolean;
}

export interface TurnInput {
  readonly campaignId: string;
  /** The last turn of each campaign, by its id. */
  readonly lastTurns: ReadonlyMap<string, number>;
  readonly nowMs: number;
  readonly horizonMs: number;
}

/**
 * The turn of a campaign at an account. The campaign that has waited longest may plan up to the horizon, so it gets the
 * next free time before the others; the campaign with the last turn may plan least far ahead, but still uses free time
 * that no other campaign needs. With a horizon of 15 minutes and three campaigns these are 15, 10 and 5 minutes, and a
 * turn takes 5 minutes.
 */
export function turnOf({ campaignId, lastTurns, nowMs, horizonMs }: TurnInput): Turn {
  const recent = [...lastTurns].filter(([, atMs]) => atMs > nowMs - TURN_MEMORY_MS);
  const others = recent.filter(([id]) => id !== campaignId);
  if (others.length === 0)
    return { lookaheadMs: horizonMs, lengthMs: Number.POSITIVE_INFINITY, isShared: false };
  const ownMs = recent.find(([id]) => id === campaignId)?.[1] ?? Number.NEGATIVE_INFINITY;
  const count = others.length + 1;
  const isBefore = ([id, atMs]: readonly [string, number]): boolean =>
    atMs < ownMs || (atMs === ownMs && id < campaignId);
  const rank = others.filter(isBefore).length;
  return {
    lookaheadMs: Math.floor((horizonMs * (count - rank)) / count),
    lengthMs: Math.floor(horizonMs / count),
    isShared: true,
  };
}
