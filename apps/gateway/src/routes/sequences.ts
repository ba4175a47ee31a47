import { campaignErrors } from '@outreach/contracts-campaigns';
import { toSequenceRecord } from '@outreach/contracts-campaigns/sequence';
import { maskOf } from '@outreach/contracts-common';
import { cursor, id, optional, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { searchIn } from './contact-lists.ts';
import { requirePresent, route, sequenceParams, toPageRequest } from './route.ts';
import {
  contactIds,
  Enrolled,
  enrolledExample,
  enrollmentExample,
  toEnrolled,
} from './enrollment-records.ts';
import {
  CloneBody,
  SequenceBody,
  SequenceCreateBody,
  sequenceExample,
  sequenceInputExample,
  SequenceUpdateBody,
  StepsBody,
  toSequenceInput,
  toStepInputs,
  winnerSelectionExample,
  WinnerSelectionBody,
} from './sequence-records.ts';

const byId = { params: { sequence_id: sequenceExample.id } };
const resource = new Resource({
  path: '/api/v1/sequences/{sequence_id}/',
  params: sequenceParams,
  record: SequenceBody,
  example: sequenceExample,
  toRecord: toSequenceRecord,
});
const reads = { tags: ['sequences'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['sequences'], scope: ['campaigns:write'] } as const;

/** Sequences and the enrollment in them. */
export const sequenceRoutes = [
  resource.search({
    ...reads,
    operationId: 'listSequences',
    summary: 'List sequences',
    description: 'Newest first. A page with very long emails may have fewer items than `page_size`.',
    query: z.object({ search: searchIn('the name'), page_size: pageSize(), cursor: cursor() }),
    asked: { search: 'intro' },
    call: async (ctx, { search, ...page }, { campaigns }) =>
      campaigns.listSequences(ctx, { page: toPageRequest(page), search }),
    items: ({ sequences }) => sequences,
  }),
  resource.create({
    ...writes,
    operationId: 'createSequence',
    summary: 'Create a sequence',
    description:
      'Subjects and bodies are Liquid templates with the variables `contact`, `company`, `custom_fields` and `sender`. Values in `body_html` are HTML-escaped unless the last filter is `raw`. The filter `spin` chooses one of several texts by contact and step. Steps are numbered by their position; the first one has delay 0 and starts a thread.',
    body: SequenceCreateBody,
    given: sequenceInputExample,
    call: async (ctx, { steps, ...fields }, { campaigns }) => {
      const request = { input: toSequenceInput(fields), steps: toStepInputs(steps) };
      return (await campaigns.createSequence(ctx, request)).sequence;
    },
  }),
  resource.get({
    ...reads,
    operationId: 'getSequence',
    summary: 'Get a sequence',
    call: async (ctx, id, { campaigns }) => (await campaigns.getSequence(ctx, { id })).sequence,
  }),
  resource.update({
    ...writes,
    operationId: 'updateSequence',
    summary: 'Update a sequence',
    description:
      'Changes name, description and status; the steps have an operation of their own. An archived sequence takes no new campaign.',
    body: SequenceUpdateBody,
    given: { status: 'archived' },
    call: async (ctx, { id, body }, { campaigns }) => {
      const request = { id, input: toSequenceInput(body), mask: maskOf(body) };
      return (await campaigns.updateSequence(ctx, request)).sequence;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteSequence',
    summary: 'Delete a sequence',
    description:
      'A sequence that a campaign uses cannot be deleted, unless the campaign is archived or completed.',
    errors: [campaignErrors.sequenceInUse],
    call: async (ctx, id, { campaigns }) => campaigns.deleteSequence(ctx, { id }),
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/sequences/{sequence_id}/clone/',
    operationId: 'cloneSequence',
    summary: 'Clone a sequence',
    description:
      'Creates a draft with the same steps. The default name is the old one with the suffix `(Copy)`.',
    idempotent: true,
    params: sequenceParams,
    body: CloneBody,
    responses: { 201: SequenceBody },
    example: { ...byId, body: {}, responses: { 201: sequenceExample } },
    handle: async ({ ctx, params: { sequence_id }, body: { name } }, { campaigns }) => {
      const request = { id: sequence_id, ...(name !== undefined && name !== null && { name }) };
      const { sequence } = await campaigns.cloneSequence(ctx, request);
      return { status: 201, body: toSequenceRecord(requirePresent(sequence)) };
    },
  }),
  route({
    ...writes,
    method: 'put',
    path: '/api/v1/sequences/{sequence_id}/steps/',
    operationId: 'replaceSteps',
    summary: 'Replace the steps of a sequence',
    description:
      'Replaces the whole list and increments `version`. Steps and variants with an `id` keep it, those without are new. While a campaign of the sequence is active, steps can be edited, but not added, removed or reordered.',
    params: sequenceParams,
    body: StepsBody,
    responses: { 200: SequenceBody },
    errors: [campaignErrors.stepsInUse],
    example: {
      ...byId,
      body: { steps: sequenceInputExample.steps },
      responses: { 200: { ...sequenceExample, version: 2 } },
    },
    handle: async ({ ctx, params: { sequence_id }, body }, { campaigns }) => {
      const request = { id: sequence_id, steps: toStepInputs(body.steps) };
      const { sequence } = await campaigns.replaceSteps(ctx, request);
      return { status: 200, body: toSequenceRecord(requirePresent(sequence)) };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/sequences/{sequence_id}/steps/{step_id}/winner/',
    operationId: 'selectWinner',
    summary: 'Select the best variant of a step',
    description:
      'The weight of the variant becomes 100, those of the others 0, also while a campaign is active. The variant must be active. A step with the mode `auto` is decided at most once, over all campaigns of the sequence.',
    idempotent: true,
    params: sequenceParams.extend({ step_id: id('stp').describe('Id of the step.') }),
    body: WinnerSelectionBody,
    responses: { 200: SequenceBody },
    example: {
      params: { ...byId.params, step_id: sequenceExample.steps[0]?.id ?? '' },
      body: winnerSelectionExample,
      responses: { 200: { ...sequenceExample, version: 2 } },
    },
    handle: async ({ ctx, params: { sequence_id, step_id }, body: { variant_id } }, { campaigns }) => {
      const { sequence } = await campaigns.selectWinner(ctx, { sequence_id, step_id, variant_id });
      return { status: 200, body: toSequenceRecord(requirePresent(sequence)) };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/sequences/{sequence_id}/enroll/',
    operationId: 'enrollInSequence',
    summary: 'Enroll contacts in a sequence',
    description:
      'Enrolls the contacts in the campaign `campaign_id`; without it, in the only active campaign of the sequence. Contacts that do not match the filter of the campaign are skipped.',
    idempotent: true,
    params: sequenceParams,
    body: z.object({
      contact_ids: contactIds,
      campaign_id: optional(id('cmp'), { type: 'string' }),
    }),
    responses: { 200: Enrolled },
    errors: [campaignErrors.noSingleActiveCampaign, campaignErrors.ended, campaignErrors.allSuppressed],
    example: {
      ...byId,
      body: { contact_ids: [enrollmentExample.contact_id] },
      responses: { 200: enrolledExample },
    },
    handle: async ({ ctx, params: { sequence_id }, body }, { campaigns }) => {
      const { campaign_id, contact_ids } = body;
      const reply = await campaigns.enrollInSequence(ctx, {
        sequence_id,
        contact_ids,
        campaign_id: campaign_id ?? undefined,
      });
      return { status: 200, body: toEnrolled(reply) };
    },
  }),
];
