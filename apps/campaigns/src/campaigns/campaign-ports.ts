import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Gate } from '../gate/index.ts';
import type {
  AccountReader,
  CampaignContacts,
  CampaignMetricsStore,
  CampaignStore,
  CompletionChecks,
  EnrollmentSummary,
  PlanMarks,
  QueuedSends,
  RegistrationChecks,
  SequenceReader,
} from './ports.ts';

/** What the use cases of campaigns need. */
export interface CampaignPorts {
  readonly campaigns: CampaignStore;
  readonly contacts: CampaignContacts;
  readonly sequences: SequenceReader;
  readonly accounts: AccountReader;
  readonly enrollments: EnrollmentSummary;
  readonly metrics: CampaignMetricsStore;
  readonly queuedSends: QueuedSends;
  readonly planMarks: PlanMarks;
  readonly registrations: RegistrationChecks;
  readonly completionChecks: CompletionChecks;
  readonly gate: Gate;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}
