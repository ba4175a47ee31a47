const FIT_WEIGHT = 0.7;
const ENGAGEMENT_WEIGHT = 0.3;
const SCORE_MAX = 100;

/** Every lead_score there is. */
export const SCORES: readonly number[] = Array.from({ length: SCORE_MAX + 1 }, (_, points) => points);

/** Least score of each grade, best first (decisions §5). */
const GRADES = [
  ['A', 80],
  ['B', 60],
  ['C', 40],
  ['D', 20],
] as const;

/** Best first; what is below all of them is D. */
const TIERS = ['A', 'B', 'C'] as const;

/** Least fit of each tier. */
export type TierThresholds = Readonly<Record<(typeof TIERS)[number], number>>;

/** Of a workspace without a profile of its own (decisions §5). */
export const DEFAULT_THRESHOLDS: TierThresholds = { A: 80, B: 60, C: 40 };

export interface Score {
  readonly lead_score: number;
  readonly icp_tier: string;
  readonly grade: string;
}

export interface ScoreInput {
  readonly fit: number;
  readonly engagement: number;
}

/** Both inputs are points from 0 to 100; lead_score = round(0.7 · fit + 0.3 · engagement). */
export function score(input: ScoreInput, thresholds = DEFAULT_THRESHOLDS): Score {
  const fit = clamp(input.fit);
  const leadScore = Math.round(FIT_WEIGHT * fit + ENGAGEMENT_WEIGHT * clamp(input.engagement));
  return {
    lead_score: leadScore,
    icp_tier: TIERS.find((tier) => fit >= thresholds[tier]) ?? 'D',
    grade: gradeOf(leadScore),
  };
}

/** The grade says nothing that the score does not. */
export function gradeOf(leadScore: number): string {
  return GRADES.find(([, least]) => leadScore >= least)?.[0] ?? 'F';
}

/** Points outside 0 to 100 count as the nearer end. */
export function clamp(points: number): number {
  return Math.min(Math.max(points, 0), SCORE_MAX);
}
