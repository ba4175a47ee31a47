import { DEFAULT_THRESHOLDS, type TierThresholds } from '../lead-score/index.ts';
import type { Filter } from '../filters/index.ts';

export const RULES_MAX = 100;
/** Limit for the points of a rule, positive or negative. */
export const POINTS_MAX = 100;

/** A condition on contacts and the points of the contacts that meet it. */
export interface IcpRule extends Filter {
  readonly points: number;
}

/** The ideal customer profile of a workspace. */
export interface IcpProfile {
  readonly rules: readonly IcpRule[];
  readonly tier_thresholds: TierThresholds;
}

export interface StoredProfile extends IcpProfile {
  /** Incremented by each change of the profile, from 1. */
  readonly revision: number;
}

/** The profile of a workspace that has set none. */
export const DEFAULT_PROFILE: IcpProfile = { rules: [], tier_thresholds: DEFAULT_THRESHOLDS };
