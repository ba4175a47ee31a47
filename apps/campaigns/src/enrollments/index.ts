import type { ShownData } from '@outreach/contracts-common/personal-data';
import type { ServiceBase } from '@outreach/app-kit';
import type { EventSink } from '@outreach/event-schema';
import { compactCountsJobs } from '@outreach/job-kit/count-rows';
import type { CampaignsFeature } from '../methods/index.ts';
import { readAudience, type AudienceReader } from './audience.ts';
import { createEnrollmentCounts } from './enrollment-counts.store.ts';
import { createEnrollmentTasks } from './enrollment-task.store.ts';
import { createDueEnrollments } from './due-enrollments.store.ts';
import { createEnrollmentStore } from './enrollment.store.ts';
import { enrollmentMethods } from './enrollments.rpc.ts';
import type { EnrollmentChange } from './enrollment.ts';
import type {
  ContactAddress,
  ContactStop,
  DueEnrollments,
  EnrollmentCounts,
  EnrollmentPorts,
  EnrollmentStore,
  EnrollmentTasks,
  PlannedEnrollment,
} from './ports.ts';
import { createResolveCandidates } from './resolve-candidates.ts';
import { enrollmentTasksJob } from './run-enrollment-tasks.job.ts';
import { stopEnrollments, stopStale } from './stop-enrollments.ts';
import { updateAddresses } from './update-addresses.ts';
import { writeEnrollments, writePlanned } from './write-enrollments.ts';

export type { Candidate, VerificationStatus } from './candidate.ts';
export type { AudienceReader } from './audience.ts';
export { changed, OPEN_STATUSES, stopped } from './enrollment.ts';
export type { Enrollment, EnrollmentChange, StopReason } from './enrollment.ts';
export type {
  Candidates,
  ContactAddress,
  ContactStop,
  DueEnrollment,
  DueEnrollments,
  EnrollmentCohort,
  EnrollmentCounts,
} from './ports.ts';

type EnrollmentsNeeds = Omit<
  EnrollmentPorts,
  'enrollments' | 'counts' | 'resolveCandidates' | 'events' | 'clock' | 'newId'
>;

/** Enrollments, for the features that change their progress. */
export interface EnrollmentRecords
  extends
    Pick<
      EnrollmentStore,
      'findById' | 'findByIds' | 'openAmong' | 'openOfDomain' | 'ofAddresses' | 'countEnrolled' | 'progressOf'
    >,
    Pick<EnrollmentTasks, 'addDomainStop'> {
  /**
   * Part of a transaction: writes enrollments with their counts and events.
   * @param events a sink for the events; that of the service by default.
   * @throws AppError conflict.
   */
  write(changes: readonly EnrollmentChange[], events?: EventSink): Promise<void>;
  /** Part of a transaction: records planned emails of enrollments. @throws AppError conflict. */
  writePlanned(planned: readonly PlannedEnrollment[]): Promise<void>;
}

interface Enrollments extends CampaignsFeature {
  readonly counts: Pick<EnrollmentCounts, 'read'>;
  readonly tasks: EnrollmentTasks;
  readonly records: EnrollmentRecords;
  readonly due: DueEnrollments;
  readonly audience: AudienceReader;
  /** Part of a transaction: stops the open enrollments of deleted and suppressed contacts. */
  readonly stopOf: (stops: readonly ContactStop[]) => Promise<void>;
  /** Part of a transaction: stops the open enrollments among these, because a send was too late. */
  readonly stopStale: (enrollmentIds: readonly string[]) => Promise<void>;
  /** Part of a transaction: replaces the addresses and zones of changed contacts. */
  readonly updateAddresses: (addresses: readonly ContactAddress[]) => Promise<void>;
  /** Part of a transaction: removes the addresses of these contacts. */
  readonly eraseContacts: (contactIds: readonly string[]) => Promise<void>;
  readonly personalData: ShownData<string>;
}

const COUNT_JOBS = { marked: 'compact-enrollment-counts', all: 'search-enrollment-counts' };

/** Enrollments of contacts in campaigns. */
export function createEnrollments(base: ServiceBase, needs: EnrollmentsNeeds): Enrollments {
  const { clock, events, ids: newId, leader } = base;
  const enrollments = createEnrollmentStore(base);
  const counts = createEnrollmentCounts(base);
  const tasks = createEnrollmentTasks(base);
  const resolveCandidates = createResolveCandidates(needs.candidates, clock);
  const ports = { ...needs, resolveCandidates, enrollments, counts, events, clock, newId };
  return {
    name: 'enrollments',
    counts,
    tasks,
    records: {
      ...enrollments,
      addDomainStop: tasks.addDomainStop,
      write: async (changes, sink = events) => writeEnrollments({ ...ports, events: sink }, changes),
      writePlanned: async (planned) => writePlanned(ports, planned),
    },
    due: createDueEnrollments(base.mongo.connection),
    audience: { read: async (ctx, campaign) => readAudience(ports, ctx, campaign) },
    methods: enrollmentMethods(ports),
    jobs: [
      enrollmentTasksJob({ ...ports, queue: tasks.queue, base }),
      ...compactCountsJobs({ names: COUNT_JOBS, counts, leader }),
    ],
    stopOf: async (stops) => stopEnrollments(ports, stops),
    updateAddresses: async (addresses) => updateAddresses(ports, addresses),
    stopStale: async (enrollmentIds) => stopStale(ports, enrollmentIds),
    eraseContacts: enrollments.eraseAddresses,
    personalData: { section: 'enrollments', read: enrollments.readAll },
  };
}
