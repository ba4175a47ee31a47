import { campaignErrors } from '@outreach/contracts-campaigns';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { CampaignPorts } from './ports.ts';
import type { Campaign, CampaignSettings } from './campaign.ts';
import { holdReferences, registerReferences, requireUsable, type References } from './campaign-references.ts';
import {
  changedSettings,
  normalised,
  settingsSchema,
  withSunday,
  type SettingsChange,
} from './campaign-settings.ts';
import { viewCampaign, type CampaignView } from './campaign-view.ts';
import { requireCampaign, saveCampaign } from './change-status.ts';
import { UNCOMMITTED_MS } from './create-campaign.ts';

/** Fields that are fixed once the campaign was launched. */
const IMMUTABLE = ['campaign_type', 'platform', 'sequence_id'] as const;
/** Fields that name other records. */
const REFERENCES = ['sequence_id', 'sending_account_ids', 'contact_filter', 'client_id'] as const;

/** Accounts must be active at every change that names them. */
const CHECKED_AGAIN = 'sending_account_ids';

const changeSchema = settingsSchema.partial();

export const CampaignUpdateSchema = z.object({
  id: z.string(),
  change: z.custom<SettingsChange>((value) => changeSchema.safeParse(value).success),
});
export type CampaignUpdate = z.infer<typeof CampaignUpdateSchema>;

/**
 * Part of a transaction: checks a change. @throws AppError not_found; permission_denied for a client outside an agency;
 * invalid_argument with the wrong field; conflict `invalid_transition` when the campaign has ended; failed_precondition
 * `immutable_field`.
 */
export async function planUpdate(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, change }: { readonly id: string; readonly change: SettingsChange },
): Promise<CampaignUpdate> {
  const { references } = applyChange(await requireCampaign(ports, id), change);
  await holdReferences(ports, ctx, references);
  if (references.contact_filter !== undefined)
    await ports.registrations.request(id, new Date(ports.clock.now() + UNCOMMITTED_MS));
  return CampaignUpdateSchema.parse({ id, change: withSunday(change) });
}

/** Registers the records that a change names, outside any transaction. @throws AppError as registerCampaign. */
export async function registerUpdate(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, change }: CampaignUpdate,
): Promise<void> {
  const { references } = applyChange(await requireCampaign(ports, id), change);
  await registerReferences(ports, ctx, { id, ...references });
  await requireUsable(ports, ctx, references);
}

/** Part of a transaction: stores a registered change. A change without effect writes nothing. @throws AppError as planUpdate. */
export async function storeUpdate(
  ports: CampaignPorts,
  ctx: CallContext,
  { id, change }: CampaignUpdate,
): Promise<CampaignView> {
  const campaign = await requireCampaign(ports, id);
  const { settings, references, isChanged } = applyChange(campaign, change);
  if (!isChanged) return viewCampaign(ports, campaign);
  await holdReferences(ports, ctx, references);
  const at = new Date(ports.clock.now());
  const changed = { ...campaign, ...settings, updated_at: at, version: campaign.version + 1 };
  await saveCampaign(ports, changed);
  if (changed.status === 'active') await ports.planMarks.request([id], at);
  await enrollAgain(ports, { before: campaign, after: changed });
  return viewCampaign(ports, changed);
}

/**
 * A launched campaign whose `auto_enroll` is turned on, or whose filter changes meanwhile, reads all contacts again.
 * When it is turned off, no more contacts join, and the campaign may be complete.
 */
async function enrollAgain(
  { enrollments: { tasks }, completionChecks }: Pick<CampaignPorts, 'enrollments' | 'completionChecks'>,
  { before, after }: { readonly before: Campaign; readonly after: Campaign },
): Promise<void> {
  const { id, status, auto_enroll: joins } = after;
  if (status !== 'active' && status !== 'paused') return;
  const isTurned = joins !== before.auto_enroll;
  const isOther = JSON.stringify(after.contact_filter) !== JSON.stringify(before.contact_filter);
  if (joins && (isTurned || isOther)) await tasks.add(id, ['snapshot'], { isRestart: true });
  if (joins || !isTurned) return;
  if ((await tasks.of(id)).includes('snapshot')) await tasks.add(id, ['snapshot']);
  else await completionChecks.request([id]);
}

interface AppliedChange {
  readonly settings: CampaignSettings;
  /** The changed fields that name other records. */
  readonly references: References;
  readonly isChanged: boolean;
}

function applyChange(campaign: Campaign, change: SettingsChange): AppliedChange {
  const fields = Object.keys(change);
  const { status } = campaign;
  if (status === 'archived' || (status === 'completed' && fields.some((field) => field !== 'name')))
    throw campaignErrors.invalidTransition.make({ details: { status } });
  const settings = normalised(changedSettings(settingsSchema.parse(campaign), change));
  const isChanged = (field: keyof CampaignSettings): boolean =>
    JSON.stringify(settings[field]) !== JSON.stringify(campaign[field]);
  const fixed = status === 'draft' ? undefined : IMMUTABLE.find(isChanged);
  if (fixed !== undefined) throw campaignErrors.immutableField.make({ field: fixed });
  // The fields as the request wrote them, so that errors have the indexes of the request.
  const references = Object.fromEntries(
    REFERENCES.filter((field) => isChanged(field) || (field === CHECKED_AGAIN && field in change)).map(
      (field) => [field, change[field]],
    ),
  ) as References;
  return {
    settings,
    references,
    isChanged: settingNames.some(isChanged),
  };
}

const settingNames = settingsSchema.keyof().options;
