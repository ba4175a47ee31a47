import type { Filter } from '../lists/filters/parse-filters.ts';
import { DEFAULT_THRESHOLDS, type TierThresholds } from '../contact-records/lead-score.ts';

export const RULES_MAX = 100;
/** A rule gives at most so many points, or takes them. */
export const POINTS_MAX = 100;

/** A condition on contacts, and what meeting it is worth. */
export interface IcpRule extends Filter {
  readonly points: number;
}

/** The ideal customer of a workspace. */
export interface IcpProfile {
  readonly rules: readonly IcpRule[];
  readonly tier_thresholds: TierThresholds;
}

/** A profile as it is stored. */
export interface KeptProfile extends IcpProfile {
  /** Counts the profiles that the workspace has set, from 1. */
  readonly revision: number;
}

/** Of a workspace that has set none. */
export const DEFAULT_PROFILE: IcpProfile = { rules: [], tier_thresholds: DEFAULT_THRESHOLDS };
