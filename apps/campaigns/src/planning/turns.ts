/** A campaign without an email for longer than this no longer takes part in the turns of an account. */
export const TURN_MEMORY_MS = 24 * 60 * 60 * 1_000;
/** A campaign without an email for this many horizons starts like a new one. */
const IDLE_HORIZONS = 2;

/** The use of an account by a campaign. */
export interface AccountUse {
  /** Its last turn. */
  readonly atMs: number;
  /** The time of the account that its emails have used, each of them the gap after it. */
  readonly usedMs: number;
}

/** How far ahead a campaign may plan emails of an account. */
export interface Turn {
  /** Time from now up to which emails may be planned. */
  readonly lookaheadMs: number;
  /** Time from the first planned email on, after which the turn ends. */
  readonly lengthMs: number;
  readonly isShared: boolean;
  /** The time of the account that counts as used before the turn. */
  readonly usedMs: number;
}

export interface TurnInput {
  readonly campaignId: string;
  /** By campaign id. */
  readonly uses: ReadonlyMap<string, AccountUse>;
  readonly nowMs: number;
  readonly horizonMs: number;
}

/**
 * The turn of a campaign at an account. The campaign that has used the account least may plan up to the horizon, so it
 * gets the next free time before the others; the campaign that has used it most may plan least far ahead, but still uses
 * free time that no other campaign needs. With a horizon of 15 minutes and three campaigns these are 15, 10 and 5
 * minutes, and a turn takes 5 minutes. A campaign that joins counts like the one that has used least.
 */
export function turnOf({ campaignId, uses, nowMs, horizonMs }: TurnInput): Turn {
  const others = [...uses].filter(([id, { atMs }]) => id !== campaignId && atMs > nowMs - TURN_MEMORY_MS);
  const own = uses.get(campaignId);
  const isActive = ({ atMs }: AccountUse): boolean => atMs > nowMs - IDLE_HORIZONS * horizonMs;
  const active = others.map(([, use]) => use).filter(isActive);
  const least = active.length === 0 ? 0 : Math.min(...active.map(({ usedMs }) => usedMs));
  const usedMs = own !== undefined && isActive(own) ? own.usedMs : Math.max(own?.usedMs ?? 0, least);
  if (others.length === 0)
    return { lookaheadMs: horizonMs, lengthMs: Number.POSITIVE_INFINITY, isShared: false, usedMs };
  const ownAtMs = own?.atMs ?? Number.NEGATIVE_INFINITY;
  const isBefore = ([id, other]: readonly [string, AccountUse]): boolean => {
    if (!isActive(other) && other.atMs > ownAtMs) return false;
    if (other.usedMs !== usedMs) return other.usedMs < usedMs;
    return other.atMs === ownAtMs ? id < campaignId : other.atMs < ownAtMs;
  };
  const count = others.length + 1;
  const rank = others.filter(isBefore).length;
  return {
    lookaheadMs: Math.floor((horizonMs * (count - rank)) / count),
    lengthMs: Math.floor(horizonMs / count),
    isShared: true,
    usedMs,
  };
}
