import type { ServiceBase } from '@outreach/app-kit';
import { retentionUpdated } from '@outreach/contracts-campaigns/internal-events';
import type { RetentionRecord } from '@outreach/contracts-campaigns/retention';
import { invalidField } from '@outreach/errors';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { CampaignsMethods } from '../methods/index.ts';
import type { RetentionStore } from './ports.ts';
import { requireRetention, type Retention } from './retention.ts';

const ADMIN = ['admin:keys'] as const;
/** Longer than any deadline: messages that were received under the former settings have been committed by then. */
const APPLIED_AFTER_MS = 60_000;

export function retentionMethods(stored: RetentionStore, base: ServiceBase): CampaignsMethods {
  return {
    getRetention: { scope: ADMIN, query: async () => ({ retention: await stored.find() }) },
    updateRetention: {
      scope: ADMIN,
      about: NOTHING,
      command: async ({ workspaceId }, { retention }) => {
        if (retention === undefined) throw invalidField('retention', 'retention is required.');
        const after = await updateRetention(stored, base, retention);
        const { timeline_days, version } = after;
        base.events.emit(retentionUpdated, {
          aggregate: { id: workspaceId, version },
          data: { timeline_days },
        });
        return { retention: after };
      },
    },
  };
}

/** Replaces the settings. @throws AppError invalid_argument on the field that is out of range. */
async function updateRetention(
  stored: RetentionStore,
  { clock }: ServiceBase,
  { sends_days, timeline_days, inbox_days }: RetentionRecord,
): Promise<Retention> {
  const days = { sends_days, timeline_days, inbox_days };
  requireRetention(days);
  const before = await stored.find();
  const after: Retention = { ...before, ...days, version: before.version + 1 };
  await stored.save(after, new Date(clock.now() + APPLIED_AFTER_MS));
  return after;
}
