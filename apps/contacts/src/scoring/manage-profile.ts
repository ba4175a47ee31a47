import { invalidField, type FieldError } from '@outreach/errors';
import { refuseWrong } from '../contact-model/index.ts';
import { parseConditions, resolveWithoutSegments, type FilterNames } from '../filters/index.ts';
import { DEFAULT_PROFILE, POINTS_MAX, RULES_MAX, type IcpProfile } from './icp-profile.ts';
import type { ScoringPorts } from './ports.ts';

const FIT_MAX = 100;

/** Fields that rules must not use: the score itself, and fields that change without a change of the contact. */
const FORBIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'lead_score',
  'icp_tier',
  'grade',
  'is_deleted',
  'updated_at',
  'last_activity_at',
  'in_campaign',
]);

export async function getProfile(ports: Pick<ScoringPorts, 'icpProfiles'>): Promise<IcpProfile> {
  const { rules, tier_thresholds } = (await ports.icpProfiles.find()) ?? DEFAULT_PROFILE;
  return { rules, tier_thresholds };
}

/**
 * Replaces the profile. If it differs from the current one, a job scores all contacts again.
 * @throws AppError invalid_argument naming `rules[i].field`, `.op`, `.value` or `.points`, or `tier_thresholds`.
 */
export async function setProfile(ports: ScoringPorts, profile: IcpProfile): Promise<IcpProfile> {
  checkProfile(profile, await resolveWithoutSegments(ports, profile.rules));
  const current = await getProfile(ports);
  if (JSON.stringify(current) === JSON.stringify(profile)) return current;
  await ports.icpProfiles.save(profile);
  await ports.rescores.request(ports.newId('rsc'), new Date(ports.clock.now()));
  return profile;
}

/** @throws AppError invalid_argument. */
export function checkProfile({ rules, tier_thresholds: { A, B, C } }: IcpProfile, names: FilterNames): void {
  // An empty field name is unknown, so a rule on a forbidden field is refused like one on an unknown field.
  const filters = rules.map((rule) => (FORBIDDEN_FIELDS.has(rule.field) ? { ...rule, field: '' } : rule));
  parseConditions(filters, names, { name: 'rules', countMax: RULES_MAX });
  const message = `must be a whole number from -${POINTS_MAX} to ${POINTS_MAX}`;
  const errors = rules.flatMap(({ points }, index): FieldError[] =>
    Number.isInteger(points) && Math.abs(points) <= POINTS_MAX
      ? []
      : [{ field: `rules[${index}].points`, message }],
  );
  refuseWrong(errors);
  if (FIT_MAX >= A && A >= B && B >= C && C >= 0) return;
  throw invalidField('tier_thresholds', `tier_thresholds must decrease from A to C, within 0 to ${FIT_MAX}.`);
}
