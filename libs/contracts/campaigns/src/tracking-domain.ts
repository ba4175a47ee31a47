import { enumOf, recordFields } from '@outreach/contracts-common';
import { z } from 'zod';

export const TRACKING_DOMAIN_STATUSES = ['pending', 'verified', 'failed'] as const;

/** Tracking domains of one workspace. */
export const TRACKING_DOMAINS_MAX = 50;

/** A tracking domain as the REST API returns it. */
export const TrackingDomainRecord = z.object({
  id: recordFields.id,
  domain: z.string().describe('Host of the links, normalised to lower case.'),
  status: enumOf(TRACKING_DOMAIN_STATUSES).describe(
    '`pending` until the first successful check, `verified`, or `failed` after two failed checks in a row. Links use a `verified` domain only.',
  ),
  cname_target: z
    .string()
    .nullable()
    .describe(
      'The name to which the CNAME record of the domain must point; `null` if the operator has set none.',
    ),
  is_default: z
    .boolean()
    .describe('`true` for the domain of the accounts that name none and share the domain of none.'),
  last_checked_at: z.iso.datetime().nullable().describe('Time of the last check; `null` before the first.'),
  error: z.string().nullable().describe('Why the last check failed, or `null`.'),
  created_at: recordFields.created_at,
});
export type TrackingDomainRecord = z.output<typeof TrackingDomainRecord>;
