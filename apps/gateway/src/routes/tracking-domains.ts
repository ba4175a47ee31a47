import { campaignErrors } from '@outreach/contracts-campaigns';
import type { TrackingDomain } from '@outreach/contracts-campaigns/gen/tracking_domains.ts';
import { TrackingDomainRecord } from '@outreach/contracts-campaigns/tracking-domain';
import { describedBy, recordOf } from '@outreach/contracts-common';
import { domainName, id } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { optionalBoolean } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

/** A check asks name servers, each question at most 8 s, twice in a row. */
const VERIFY_DEADLINE_MS = 25_000;

const Domain = TrackingDomainRecord.meta({ id: 'TrackingDomain' });
const CreateBody = z.object(describedBy(Domain, { domain: domainName })).meta({ id: 'TrackingDomainCreate' });
const UpdateBody = z
  .object(describedBy(Domain, { is_default: optionalBoolean() }))
  .meta({ id: 'TrackingDomainUpdate' });

const params = z.object({ domain_id: id('trk').describe('Id of the tracking domain.') });
const example = {
  id: `trk_${EXAMPLE_ULID}`,
  domain: 'go.example.org',
  status: 'verified',
  cname_target: 'track.example.com',
  is_default: true,
  last_checked_at: EXAMPLE_TIME,
  error: null,
  created_at: EXAMPLE_TIME,
} satisfies TrackingDomainRecord;
const pendingExample = { ...example, status: 'pending', is_default: false, last_checked_at: null };
const resource = new Resource({
  path: '/api/v1/tracking-domains/{domain_id}/',
  params,
  record: Domain,
  example,
  toRecord: (domain: TrackingDomain) => recordOf(domain, 'created_at'),
});
const reads = { tags: ['tracking-domains'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['tracking-domains'], scope: ['campaigns:write'] } as const;

export const trackingDomainRoutes = [
  resource.list({
    ...reads,
    operationId: 'listTrackingDomains',
    summary: 'List tracking domains',
    description: 'Newest first.',
    call: async (ctx, page, { campaigns }) => campaigns.listTrackingDomains(ctx, { page }),
    items: ({ tracking_domains }) => tracking_domains,
  }),
  resource.create({
    ...writes,
    operationId: 'createTrackingDomain',
    summary: 'Create a tracking domain',
    description:
      'A domain of your own for the links in emails. Point its CNAME record to `cname_target`, then call `POST …/verify/`. A workspace has at most 50 domains. A domain that another workspace has verified answers 409 with reason `domain_taken`.',
    body: CreateBody,
    errors: [
      campaignErrors.domainTaken,
      campaignErrors.duplicateTrackingDomain,
      campaignErrors.trackingDomainLimit,
    ],
    given: { domain: example.domain },
    changed: pendingExample,
    call: async (ctx, body, { campaigns }) =>
      (await campaigns.createTrackingDomain(ctx, { domain: body.domain })).tracking_domain,
  }),
  resource.get({
    ...reads,
    operationId: 'getTrackingDomain',
    summary: 'Get a tracking domain',
    call: async (ctx, id, { campaigns }) => (await campaigns.getTrackingDomain(ctx, { id })).tracking_domain,
  }),
  resource.update({
    ...writes,
    operationId: 'updateTrackingDomain',
    summary: 'Update a tracking domain',
    description:
      'The first verified domain of a workspace becomes its default. A new default replaces the previous one.',
    body: UpdateBody,
    errors: [campaignErrors.unverifiedDefault],
    given: { is_default: true },
    call: async (ctx, { id, body }, { campaigns }) => {
      const request = { id, is_default: body.is_default === null ? false : body.is_default };
      return (await campaigns.updateTrackingDomain(ctx, request)).tracking_domain;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteTrackingDomain',
    summary: 'Delete a tracking domain',
    description:
      'Sending accounts that name the domain lose it. The links of emails that were sent work for as long as the domain leads to the gateway.',
    call: async (ctx, id, { campaigns }) => campaigns.deleteTrackingDomain(ctx, { id }),
  }),
  resource.act({
    ...writes,
    operationId: 'verifyTrackingDomain',
    summary: 'Verify a tracking domain',
    description:
      'Checks now, and then daily, that the CNAME record of the domain is `cname_target`, or that its addresses are the same. A first failure leaves the status; the second one in a row makes it `failed`, and links use the public address of the installation again. `error` has the reason.',
    deadlineMs: VERIFY_DEADLINE_MS,
    errors: [campaignErrors.domainTaken],
    action: 'verify',
    call: async (ctx, id, { campaigns }) =>
      (await campaigns.verifyTrackingDomain(ctx, { id })).tracking_domain,
  }),
];
