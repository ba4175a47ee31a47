import type { SendStatus } from '@outreach/contracts-campaigns/records';
import type { Connection, QueryFilter } from 'mongoose';
import type { PlannedDays, PlacedSend, QueuedSends } from './ports.ts';
import { sendModel, type SendDocument } from './send-model.store.ts';

/** A canceled or dropped send is not claimed. */
const ENDED = { due_at: null } as const;
const PLACE_FIELDS = [
  'enrollment_id',
  'campaign_id',
  'thread_id',
  'sending_account_id',
  'account_day',
  'campaign_day',
  'step_number',
] as const satisfies readonly (keyof SendDocument)[];

type EndedSend = PlacedSend & Pick<SendDocument, '_id' | 'enrollment_id'>;

export interface QueuedSendsOptions {
  readonly connection: Connection;
  readonly plannedDays: PlannedDays;
  /** Called after the commit of sends that may be due. */
  readonly onDue: () => void;
}

export function createQueuedSends({ connection, plannedDays, onDue }: QueuedSendsOptions): QueuedSends {
  const sends = sendModel(connection);
  const end = async (
    filter: QueryFilter<SendDocument>,
    { status, max }: { readonly status: SendStatus; readonly max?: number },
  ): Promise<readonly EndedSend[]> => {
    const queued = { ...filter, status: 'queued' as const };
    const found = sends.find(queued, PLACE_FIELDS);
    const ended = await (max === undefined ? found : found.limit(max)).lean<EndedSend[]>();
    if (ended.length === 0) return [];
    const ids = ended.map(({ _id }) => _id);
    await sends.updateMany(
      { _id: { $in: ids }, status: 'queued' },
      { $set: { status, ...ENDED }, $inc: { version: 1 } },
    );
    await plannedDays.release(ended);
    return ended;
  };
  return {
    cancel: async (enrollmentIds) => {
      if (enrollmentIds.length === 0) return 0;
      return (await end({ enrollment_id: { $in: [...enrollmentIds] } }, { status: 'canceled' })).length;
    },
    cancelAnswers: async (contactIds) => {
      const answers = { contact_id: { $in: [...contactIds] }, thread_id: { $exists: true } };
      await end(answers, { status: 'canceled' });
    },
    cancelOf: async (campaignId, max) =>
      (await end({ campaign_id: campaignId }, { status: 'canceled', max })).length,
    count: async (campaignId) => sends.countDocuments({ campaign_id: campaignId, status: 'queued' }),
    dropBefore: async (campaignId, time) => {
      const stale = await end(
        { campaign_id: campaignId, scheduled_at: { $lt: time } },
        { status: 'dropped' },
      );
      return stale.map(({ enrollment_id }) => enrollment_id);
    },
    endHold: async (campaignId) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const, due_at: null };
      await sends.updateMany(filter, [{ $set: { due_at: '$scheduled_at' } }], { updatePipeline: true });
      onDue();
    },
  };
}
