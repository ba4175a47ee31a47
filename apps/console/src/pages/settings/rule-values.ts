import type { Profile, Rule } from '../../data/scoring.ts';
import { toFilter, toFilterDraft, type FilterDraft, type ValueType } from '../../parts/filter-values.ts';

/** A rule as a form has it: the value is a text. */
export interface RuleDraft extends FilterDraft {
  readonly points: number;
}

const FIT_MAX = 100;

/** The rule of a draft. */
export function toRule(draft: RuleDraft, type: ValueType): Rule {
  return { ...toFilter(draft, type), points: draft.points };
}

/** The draft of a stored rule. */
export function toDraft(rule: Rule): RuleDraft {
  return { ...toFilterDraft(rule), points: rule.points };
}

/** The points of the rules that are met, from 0 to 100. */
export function fitOf(rules: readonly Pick<Rule, 'points'>[], met: readonly boolean[]): number {
  const sum = rules.reduce((total, { points }, index) => total + (met[index] === true ? points : 0), 0);
  return Math.min(Math.max(sum, 0), FIT_MAX);
}

/** The tier of a fit. */
export function tierOf(fit: number, { A, B, C }: Profile['tier_thresholds']): 'A' | 'B' | 'C' | 'D' {
  if (fit >= A) return 'A';
  if (fit >= B) return 'B';
  return fit >= C ? 'C' : 'D';
}
