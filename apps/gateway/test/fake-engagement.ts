import type { EngagementEvent } from '@outreach/contracts-contacts';
import type { Backends } from '../src/clients/backends.ts';

const ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

const event: EngagementEvent = {
  id: `eng_${ULID}`,
  event_type: 'email_opened',
  occurred_at: new Date('2026-01-31T09:30:00.000Z'),
  contact_id: `ct_${ULID}`,
  is_machine: false,
  metadata: { subject: 'A quick question' },
};

type Engagement = 'listContactEvents' | 'registerCampaign' | 'releaseCampaign' | 'resolveCandidates';

/** What campaigns do with contacts, answered with examples. */
export const fakeEngagement: Pick<Backends['contacts'], Engagement> = {
  listContactEvents: async () => ({
    events: [event],
    meta: { has_more: false, total_count_estimated: false },
  }),
  registerCampaign: async () => ({}),
  releaseCampaign: async () => ({}),
  resolveCandidates: async () => ({ candidates: [] }),
};
