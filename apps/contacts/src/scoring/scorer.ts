import { contactScored } from '@outreach/contracts-contacts';
import { toRecord, type Contact } from '../contact-records/contact.ts';
import type { Condition } from '../lists/filters/condition.ts';
import { matches } from '../lists/filters/matches.ts';
import { parseStoredFilters } from '../lists/filters/parse-filters.ts';
import { resolveWithoutSegments, type FieldNames } from '../lists/filters/resolve-names.ts';
import type { Deps } from '../domain/ports.ts';
import { clamp, score } from '../contact-records/lead-score.ts';
import { DEFAULT_PROFILE, type IcpRule, type KeptProfile } from './icp-profile.ts';

/** Where a score comes from. */
export interface ScoreBreakdown {
  readonly fit: number;
  /** As the contact keeps it. */
  readonly engagement: number;
  /** Those that the contact meets. */
  readonly rules: readonly IcpRule[];
}

/** Scores contacts by one profile; made once for a command or a batch. */
export interface Scorer {
  /** The profile's. */
  readonly revision: number;
  /** The contact with its score, tier and grade. */
  score(contact: Contact): Contact;
  explain(contact: Contact): ScoreBreakdown;
}

export type ScorerDeps = FieldNames & Pick<Deps, 'icpProfiles'>;

/** By the profile of the workspace: one read, and another one where rules name custom fields. */
export async function loadScorer(deps: ScorerDeps): Promise<Scorer> {
  const kept = await deps.icpProfiles.find();
  const { rules } = kept ?? DEFAULT_PROFILE;
  const names = await resolveWithoutSegments(deps, rules);
  const conditions = rules.map((rule) => parseStoredFilters([rule], 'AND', names));
  return createScorer(kept ?? { ...DEFAULT_PROFILE, revision: 0 }, conditions);
}

/** Leaves every contact its score, and keeps when it did. */
export function unscored({ clock }: Pick<Deps, 'clock'>): Pick<Scorer, 'score'> {
  const unscored_at = new Date(clock.now());
  return { score: (contact) => ({ ...contact, unscored_at }) };
}

/** `conditions` are those of the rules, in their order. */
export function createScorer(
  { rules, tier_thresholds: thresholds, revision }: KeptProfile,
  conditions: readonly Condition[],
): Scorer {
  const explain = (contact: Contact): ScoreBreakdown => {
    const subject = { ...contact };
    const met = rules.filter((_, index) => {
      const condition = conditions[index];
      return condition !== undefined && matches(subject, condition);
    });
    const fit = clamp(met.reduce((sum, { points }) => sum + points, 0));
    return { fit, engagement: contact.engagement_points ?? 0, rules: met };
  };
  return {
    revision,
    explain,
    score: (contact) => ({
      ...contact,
      ...score(explain(contact), thresholds),
      ...(contact.unscored_at && { unscored_at: null }),
      ...(revision > 0 && { profile_revision: revision }),
    }),
  };
}

export function isRescored(before: Contact, after: Contact): boolean {
  return (
    before.lead_score !== after.lead_score ||
    before.icp_tier !== after.icp_tier ||
    before.grade !== after.grade
  );
}

/** Tells of a contact whose score, tier or grade moved. */
export function emitIfScored(deps: Pick<Deps, 'events'>, before: Contact, after: Contact): void {
  if (!isRescored(before, after)) return;
  const { id, version } = after;
  deps.events.emit(contactScored, { aggregate: { id, version }, data: toRecord(after) });
}
