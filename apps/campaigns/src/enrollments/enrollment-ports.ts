import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId } from '@outreach/service-kit';
import type { CampaignStore, CompletionChecks, PlanMarks } from '../campaigns/index.ts';
import type { QueuedSends } from '../sends/index.ts';
import type { SequenceStore } from '../sequences/index.ts';
import type { StatsWriter } from '../stats/index.ts';
import type { Candidates, EnrollmentCounts, EnrollmentStore } from './ports.ts';
import type { ResolveCandidates } from './resolve-candidates.ts';

/** What the use cases of enrollments need. */
export interface EnrollmentPorts {
  readonly enrollments: EnrollmentStore;
  readonly counts: Pick<EnrollmentCounts, 'add'>;
  readonly campaigns: CampaignStore;
  readonly sequences: SequenceStore;
  readonly candidates: Candidates;
  readonly resolveCandidates: ResolveCandidates;
  readonly queuedSends: Pick<QueuedSends, 'cancel' | 'cancelOf'>;
  readonly completionChecks: CompletionChecks;
  readonly planMarks: PlanMarks;
  readonly stats: Pick<StatsWriter, 'countEnrolled'>;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}
