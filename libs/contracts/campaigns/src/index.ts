export * from './gen/campaigns.ts';
export type { Enrollment, ListContactEnrollmentsRequest } from './gen/enrollments.ts';
export { ENROLLMENT_STATUSES, EnrollmentRecord, toEnrollmentRecord } from './enrollment.ts';
export type { EnrollmentStatus } from './enrollment.ts';
export * from './events.ts';
export * from './internal-events.ts';
export * from './records.ts';
