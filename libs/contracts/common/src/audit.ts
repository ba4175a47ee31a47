import { defineEvent } from '@outreach/event-schema';
import { z } from 'zod';

/** The actions that services record by events. The auth service has further ones of its own. */
export const RECORDED_ACTIONS = [
  'campaign.created',
  'campaign.updated',
  'campaign.launched',
  'campaign.paused',
  'campaign.resumed',
  'campaign.archived',
  'campaign.cloned',
  'campaign.contacts_enrolled',
  'campaign.contacts_removed',
  'contact.bulk_upserted',
  'contact.erased',
  'export.created',
  'icp_profile.updated',
  'import.created',
  'import.canceled',
  'notification_settings.updated',
  'report.created',
  'report.deleted',
  'retention.updated',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'segment.refreshed',
  'sending_account.created',
  'sending_account.updated',
  'sending_account.deleted',
  'sending_account.paused',
  'sending_account.resumed',
  'sending_account.connected',
  'sequence.created',
  'sequence.updated',
  'sequence.deleted',
  'sequence.cloned',
  'sequence.steps_replaced',
  'sequence.winner_selected',
  'sequence.contacts_enrolled',
  'suppression.created',
  'suppression.deleted',
  'suppression.bulk_created',
  'tracking_domain.created',
  'tracking_domain.updated',
  'tracking_domain.deleted',
  'tracking_domain.verified',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.replay_created',
  'webhook.replay_canceled',
] as const;
export type RecordedAction = (typeof RECORDED_ACTIONS)[number];

/** The kinds of records that these actions change. */
export const RECORDED_TARGETS = [
  'campaign',
  'contact',
  'export',
  'icp_profile',
  'import',
  'notification_settings',
  'report',
  'retention',
  'segment',
  'sending_account',
  'sequence',
  'suppression',
  'tracking_domain',
  'webhook',
] as const;

/** Who acts by these actions. */
export const RECORDED_ACTORS = ['user', 'api_key'] as const;

/** A write for the audit log. Internal: its family has no other event, and no endpoint can subscribe to it. */
export const auditRecorded = defineEvent({
  type: 'audit.recorded',
  category: 'audit',
  description: 'A caller has changed something that the audit log records.',
  data: z.object({
    action: z.enum(RECORDED_ACTIONS),
    actor: z.object({ type: z.enum(RECORDED_ACTORS), id: z.string() }),
    target: z.object({
      type: z.enum(RECORDED_TARGETS),
      id: z.string().nullable().describe('Null for many records.'),
    }),
    count: z.int().nonnegative().nullable().describe('The number of records of a bulk write.'),
    ip: z.string().nullable(),
    request_id: z.string(),
  }),
  example: {
    action: 'campaign.launched',
    actor: { type: 'user', id: 'usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' },
    target: { type: 'campaign', id: 'cmp_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' },
    count: null,
    ip: '203.0.113.7',
    request_id: 'req_01',
  },
});
