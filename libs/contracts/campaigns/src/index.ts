export * from './gen/campaigns.ts';
export type {
  Enrollment,
  EnrollmentOutcome,
  EnrollInCampaignRequest,
  EnrollInSequenceRequest,
  ListContactEnrollmentsRequest,
} from './gen/enrollments.ts';
export {
  ENROLL_CONTACTS_MAX,
  ENROLLMENT_STATUSES,
  EnrollmentRecord,
  EnrollOutcome,
  toEnrollmentRecord,
} from './enrollment.ts';
export type { EnrollmentStatus } from './enrollment.ts';
export { campaignErrors } from './errors.ts';
export * from './events.ts';
export * from './internal-events.ts';
export * from './records.ts';
export { campaignStates, enrollmentStates } from './states.ts';
