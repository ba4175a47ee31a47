import { AppError, invalidField, type FieldError } from '@outreach/errors';
import { parseConditions, type FilterNames } from '../lists/filters/parse-filters.ts';
import { resolveWithoutSegments, type FieldNames } from '../lists/filters/resolve-names.ts';
import type { Deps } from '../domain/ports.ts';
import { DEFAULT_PROFILE, POINTS_MAX, RULES_MAX, type IcpProfile } from './icp-profile.ts';

const FIT_MAX = 100;

/** A score follows from what its contact is: not from itself, nor from what changes without its contact. */
const UNRULED_FIELDS: ReadonlySet<string> = new Set([
  'lead_score',
  'icp_tier',
  'grade',
  'is_deleted',
  'updated_at',
  'last_activity_at',
  'in_campaign',
]);

export async function getProfile(deps: Pick<Deps, 'icpProfiles'>): Promise<IcpProfile> {
  const { rules, tier_thresholds } = (await deps.icpProfiles.find()) ?? DEFAULT_PROFILE;
  return { rules, tier_thresholds };
}

/**
 * Replaces the profile; when it is another one, all contacts are scored anew in the background.
 * @throws AppError invalid_argument naming `rules[i].field`, `.op`, `.value` or `.points`, or `tier_thresholds`.
 */
export async function setProfile(
  deps: FieldNames & Pick<Deps, 'icpProfiles' | 'rescores' | 'clock' | 'newId'>,
  profile: IcpProfile,
): Promise<IcpProfile> {
  checkProfile(profile, await resolveWithoutSegments(deps, profile.rules));
  const present = await getProfile(deps);
  if (JSON.stringify(present) === JSON.stringify(profile)) return present;
  await deps.icpProfiles.save(profile);
  await deps.rescores.request(deps.newId('rsc'), new Date(deps.clock.now()));
  return profile;
}

/** @throws AppError invalid_argument. */
export function checkProfile({ rules, tier_thresholds: { A, B, C } }: IcpProfile, names: FilterNames): void {
  // No field has an empty name, so that a rule on one of these is refused like one on an unknown field.
  const filters = rules.map((rule) => (UNRULED_FIELDS.has(rule.field) ? { ...rule, field: '' } : rule));
  parseConditions(filters, names, { member: 'rules', countMax: RULES_MAX });
  const message = `must be a whole number from -${POINTS_MAX} to ${POINTS_MAX}`;
  const errors = rules.flatMap(({ points }, index): FieldError[] =>
    Number.isInteger(points) && Math.abs(points) <= POINTS_MAX
      ? []
      : [{ field: `rules[${index}].points`, message }],
  );
  const [first] = errors;
  if (first !== undefined) {
    throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
      field: first.field,
      errors,
    });
  }
  if (FIT_MAX >= A && A >= B && B >= C && C >= 0) return;
  throw invalidField('tier_thresholds', `tier_thresholds must fall from A to C, within 0 to ${FIT_MAX}.`);
}
