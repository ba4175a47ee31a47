import type { ServiceBase } from '@outreach/app-kit';
import type { ContactCollection } from '../contact-store/index.ts';
import type { ContactsFeature } from '../methods/index.ts';
import type { ScorerPorts } from '../scoring/index.ts';
import { ageEngagementJob } from './age-engagement.job.ts';
import { createEngagedContacts } from './engaged-contact.store.ts';
import { expireTimelinesJob } from './expire-timelines.job.ts';
import type { Timeline, TimelinePorts } from './ports.ts';
import { retentionConsumer } from './retention.events.ts';
import { campaignEventsConsumer } from './timeline.events.ts';
import { timelineMethods } from './timeline.rpc.ts';
import { createTimelineRetention } from './timeline-retention.store.ts';
import { createTimelineStore } from './timeline.store.ts';

export type { Timeline } from './ports.ts';

export interface TimelineFeature extends ContactsFeature {
  readonly store: Timeline;
}

/** The engagement events of contacts, and the engagement points that follow from them. */
export function createTimeline(
  base: ServiceBase,
  needs: Pick<TimelinePorts, 'contacts' | 'counts'> & {
    readonly collection: ContactCollection;
    readonly scorer: ScorerPorts;
  },
): TimelineFeature {
  const { collection, scorer, ...stores } = needs;
  const timeline = createTimelineStore(base.mongo.connection, base.cursors);
  const engagedContacts = createEngagedContacts(collection);
  const retention = createTimelineRetention(base);
  const ports = { ...base, ...scorer, ...stores, timeline, engagedContacts };
  return {
    name: 'timeline',
    store: timeline,
    methods: timelineMethods(ports),
    consumers: [campaignEventsConsumer(ports, base), retentionConsumer(retention, base)],
    jobs: [ageEngagementJob(ports, base), expireTimelinesJob({ ...ports, queue: retention.queue, base })],
  };
}
