import { campaignErrors } from '@outreach/contracts-campaigns';
import { toTrackingDomainRecord, TrackingDomainRecord } from '@outreach/contracts-campaigns/tracking-domain';
import { describedBy } from '@outreach/contracts-common';
import { cursor, domainName, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { requirePresent, toMeta, toPageRequest } from './convert.ts';
import { optionalBoolean } from './optional-fields.ts';
import { EXAMPLE_TIME, EXAMPLE_ULID, onePage, route } from './route.ts';

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
const byId = { params: { domain_id: example.id } };
const reads = { tags: ['tracking-domains'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['tracking-domains'], scope: ['campaigns:write'] } as const;

export const trackingDomainRoutes = [
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/tracking-domains/',
    operationId: 'listTrackingDomains',
    summary: 'List tracking domains',
    description: 'Newest first.',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(Domain) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { campaigns }) => {
      const { tracking_domains: domains, meta } = await campaigns.listTrackingDomains(ctx, {
        page: toPageRequest(query),
      });
      return { status: 200, body: { data: domains.map(toTrackingDomainRecord), meta: toMeta(meta) } };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/tracking-domains/',
    operationId: 'createTrackingDomain',
    summary: 'Create a tracking domain',
    description:
      'A domain of your own for the links in emails. Point its CNAME record to `cname_target`, then call `POST …/verify/`. A workspace has at most 50 domains. A domain that another workspace has verified answers 409 with reason `domain_taken`.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: Domain },
    errors: [
      campaignErrors.domainTaken,
      campaignErrors.duplicateTrackingDomain,
      campaignErrors.trackingDomainLimit,
    ],
    example: { body: { domain: example.domain }, responses: { 201: pendingExample } },
    handle: async ({ ctx, body }, { campaigns }) => {
      const { tracking_domain: domain } = await campaigns.createTrackingDomain(ctx, { domain: body.domain });
      return { status: 201, body: toTrackingDomainRecord(requirePresent(domain)) };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/tracking-domains/{domain_id}/',
    operationId: 'getTrackingDomain',
    summary: 'Get a tracking domain',
    params,
    responses: { 200: Domain },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { domain_id } }, { campaigns }) => {
      const { tracking_domain: domain } = await campaigns.getTrackingDomain(ctx, { id: domain_id });
      return { status: 200, body: toTrackingDomainRecord(requirePresent(domain)) };
    },
  }),
  route({
    ...writes,
    method: 'patch',
    path: '/api/v1/tracking-domains/{domain_id}/',
    operationId: 'updateTrackingDomain',
    summary: 'Update a tracking domain',
    description:
      'The first verified domain of a workspace becomes its default. A new default replaces the previous one.',
    params,
    body: UpdateBody,
    responses: { 200: Domain },
    errors: [campaignErrors.unverifiedDefault],
    example: { ...byId, body: { is_default: true }, responses: { 200: example } },
    handle: async ({ ctx, params: { domain_id }, body }, { campaigns }) => {
      const request = { id: domain_id, is_default: body.is_default === null ? false : body.is_default };
      const { tracking_domain: domain } = await campaigns.updateTrackingDomain(ctx, request);
      return { status: 200, body: toTrackingDomainRecord(requirePresent(domain)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/tracking-domains/{domain_id}/',
    operationId: 'deleteTrackingDomain',
    summary: 'Delete a tracking domain',
    description:
      'Sending accounts that name the domain lose it. The links of emails that were sent work for as long as the domain leads to the gateway.',
    params,
    responses: { 204: null },
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { domain_id } }, { campaigns }) => {
      await campaigns.deleteTrackingDomain(ctx, { id: domain_id });
      return { status: 204 };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/tracking-domains/{domain_id}/verify/',
    operationId: 'verifyTrackingDomain',
    summary: 'Verify a tracking domain',
    description:
      'Checks now, and then daily, that the CNAME record of the domain is `cname_target`, or that its addresses are the same. A first failure leaves the status; the second one in a row makes it `failed`, and links use the public address of the installation again. `error` has the reason.',
    idempotent: true,
    deadlineMs: VERIFY_DEADLINE_MS,
    params,
    responses: { 200: Domain },
    errors: [campaignErrors.domainTaken],
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { domain_id } }, { campaigns }) => {
      const { tracking_domain: domain } = await campaigns.verifyTrackingDomain(ctx, { id: domain_id });
      return { status: 200, body: toTrackingDomainRecord(requirePresent(domain)) };
    },
  }),
];
