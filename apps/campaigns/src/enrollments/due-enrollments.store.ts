import type { Connection } from 'mongoose';
import {
  BY_STATUS,
  enrollmentModel,
  NEXT_DUE,
  type Collection,
  type EnrollmentDocument,
} from './enrollment-model.store.ts';
import type { Enrollment } from './enrollment.ts';
import type { DueEnrollment, DueEnrollments } from './ports.ts';
import { readCohorts } from './read-cohorts.store.ts';

const FIELDS = [
  'campaign_id',
  'contact_id',
  'contact_email',
  'time_zone',
  'mail_provider',
  'sending_account_id',
  'next_step',
  'due_at',
  'version',
] as const satisfies readonly (keyof Enrollment)[];

type DueDocument = Omit<DueEnrollment, 'id'> & { readonly _id: string };

/** Every query reads only the index keys and documents that it returns, and a key per zone or account. */
export function createDueEnrollments(connection: Connection): DueEnrollments {
  const enrollments = enrollmentModel(connection);
  return {
    ...presence(enrollments),
    due: async (campaignId, { zones, accountIds, until, max }) => {
      if (zones.length === 0) return [];
      const filter = {
        ...active(campaignId),
        time_zone: { $in: [...zones] },
        sending_account_id: accountIds === null ? null : { $in: [...accountIds] },
        due_at: { $lte: until },
      };
      const found = await enrollments
        .find(filter, [...FIELDS])
        .hint(BY_STATUS)
        .sort({ due_at: 1 })
        .limit(max)
        .lean<DueDocument[]>();
      return found.map(({ _id, ...fields }) => ({ id: _id, ...fields }));
    },
    nextDueAfter: async (campaignId, after) => {
      const [found] = await enrollments
        // The type is part of the index; without it the query would read the whole index.
        .find({ ...active(campaignId), due_at: { $gt: after, $type: 'date' } }, { due_at: 1 })
        .hint(NEXT_DUE)
        .sort({ due_at: 1 })
        .limit(1)
        .lean<Pick<EnrollmentDocument, 'due_at'>[]>();
      return found?.due_at ?? undefined;
    },
    cohorts: async (campaignId, query) => readCohorts(enrollments, campaignId, query),
  };
}

function presence(enrollments: Collection): Pick<DueEnrollments, 'zonesOf' | 'hasDue' | 'hasActive'> {
  const exists = async (filter: object): Promise<boolean> => {
    const found = await enrollments
      .find(filter, { _id: 1 })
      .hint(BY_STATUS)
      .limit(1)
      .lean<{ _id: string }[]>();
    return found.length > 0;
  };
  return {
    zonesOf: async (campaignId) => {
      const zones = await enrollments.distinct('time_zone', active(campaignId));
      return [...new Set([null, ...zones])];
    },
    hasDue: async (campaignId, { zones, kind, until }) =>
      zones.length > 0 &&
      exists({
        ...active(campaignId),
        time_zone: { $in: [...zones] },
        sending_account_id: kind === 'new_leads' ? null : { $gt: '' },
        due_at: { $lte: until },
      }),
    hasActive: async (campaignId, zones) => exists({ ...active(campaignId), time_zone: { $in: [...zones] } }),
  };
}

function active(campaignId: string): object {
  return { campaign_id: campaignId, status: 'active' };
}
