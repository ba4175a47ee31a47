import { contactScored } from '@outreach/contracts-contacts/events';
import type { EventSink } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import { clamp, score } from '../lead-score/index.ts';
import { toRecord, type Contact } from '../contact-model/index.ts';
import {
  matches,
  parseStoredFilters,
  resolveWithoutSegments,
  type Condition,
  type FieldNamePorts,
} from '../filters/index.ts';
import { DEFAULT_PROFILE, type IcpRule, type StoredProfile } from './icp-profile.ts';
import type { IcpProfileReader } from './ports.ts';

/** The inputs of a score. */
export interface ScoreBreakdown {
  readonly fit: number;
  /** The stored engagement points of the contact. */
  readonly engagement: number;
  /** The rules that the contact meets. */
  readonly rules: readonly IcpRule[];
}

/** Scores contacts by one profile; loaded once for a command or a batch. */
export interface Scorer {
  /** Revision of the profile. */
  readonly revision: number;
  /** The contact with its score, tier and grade. */
  score(contact: Contact): Contact;
  explain(contact: Contact): ScoreBreakdown;
}

export interface ScorerPorts extends FieldNamePorts {
  readonly icpProfiles: IcpProfileReader;
}

/** Loads the workspace's profile: one read, and a second one if its rules name custom fields. */
export async function loadScorer(ports: ScorerPorts): Promise<Scorer> {
  const profile = await ports.icpProfiles.find();
  const { rules } = profile ?? DEFAULT_PROFILE;
  const names = await resolveWithoutSegments(ports, rules);
  const conditions = rules.map((rule) => parseStoredFilters([rule], 'AND', names));
  return createScorer(profile ?? { ...DEFAULT_PROFILE, revision: 0 }, conditions);
}

/** Keeps the score of every contact, and sets its `unscored_at`. */
export function unscored({ clock }: { readonly clock: Clock }): Pick<Scorer, 'score'> {
  const unscored_at = new Date(clock.now());
  return { score: (contact) => ({ ...contact, unscored_at }) };
}

/** `conditions` are the conditions of the rules, in their order. */
export function createScorer(
  { rules, tier_thresholds: thresholds, revision }: StoredProfile,
  conditions: readonly Condition[],
): Scorer {
  const explain = (contact: Contact): ScoreBreakdown => {
    const met = rules.filter((_, index) => {
      const condition = conditions[index];
      return condition !== undefined && matches(contact, condition);
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

/** True when score, tier or grade differ. */
export function isRescored(before: Contact, after: Contact): boolean {
  return (
    before.lead_score !== after.lead_score ||
    before.icp_tier !== after.icp_tier ||
    before.grade !== after.grade
  );
}

/** Emits contact.scored if score, tier or grade changed. */
export function emitIfScored(events: EventSink, before: Contact, after: Contact): void {
  if (!isRescored(before, after)) return;
  const { id, version } = after;
  events.emit(contactScored, { aggregate: { id, version }, data: toRecord(after) });
}
