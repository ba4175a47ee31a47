/** Weights in tenths: with 0.7, a fit of 85 would have 59.499…, which rounds to 59 in place of 60. */
const FIT_TENTHS = 7;
const ENGAGEMENT_TENTHS = 3;
const SCORE_MAX = 100;

/** All possible values of lead_score. */
export const SCORES: readonly number[] = Array.from({ length: SCORE_MAX + 1 }, (_, points) => points);

/** Minimum score of each grade, best first. */
const GRADES = [
  ['A', 80],
  ['B', 60],
  ['C', 40],
  ['D', 20],
] as const;

/** Best first; a fit below all thresholds is tier D. */
const TIERS = ['A', 'B', 'C'] as const;

/** Minimum fit of each tier. */
export type TierThresholds = Readonly<Record<(typeof TIERS)[number], number>>;

/** Thresholds of a workspace that has set no profile. */
export const DEFAULT_THRESHOLDS: TierThresholds = { A: 80, B: 60, C: 40 };

export interface Score {
  readonly lead_score: number;
  readonly icp_tier: string;
  readonly grade: string;
}

/** Both inputs are points from 0 to 100; lead_score = round(0.7 · fit + 0.3 · engagement). */
export function score(
  input: { readonly fit: number; readonly engagement: number },
  thresholds = DEFAULT_THRESHOLDS,
): Score {
  const fit = clamp(input.fit);
  const leadScore = Math.round((FIT_TENTHS * fit + ENGAGEMENT_TENTHS * clamp(input.engagement)) / 10);
  return {
    lead_score: leadScore,
    icp_tier: TIERS.find((tier) => fit >= thresholds[tier]) ?? 'D',
    grade: gradeOf(leadScore),
  };
}

/** The grade depends on the score alone. */
export function gradeOf(leadScore: number): string {
  return GRADES.find(([, min]) => leadScore >= min)?.[0] ?? 'F';
}

/** Limits points to the range from 0 to 100. */
export function clamp(points: number): number {
  return Math.min(Math.max(points, 0), SCORE_MAX);
}
