export { clamp, DEFAULT_THRESHOLDS, gradeOf, score, SCORES, type TierThresholds } from './lead-score.ts';
