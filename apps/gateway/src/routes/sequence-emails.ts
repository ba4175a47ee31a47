import { campaignErrors } from '@outreach/contracts-campaigns';
import type { StepSelection } from '@outreach/contracts-campaigns/gen/sequences.ts';
import { SEQUENCE_LIMITS } from '@outreach/contracts-campaigns/sequence';
import { email, id, optionalText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { EXAMPLE_ULID, route, sequenceParams } from './route.ts';
import { sequenceExample } from './sequence-records.ts';

const ID_CHARACTERS_MAX = 100;
/** The mail server may take its time. */
const TEST_DEADLINE_MS = 33_000;

const byId = { params: { sequence_id: sequenceExample.id } };

const selection = {
  contact_id: id('ct').describe('Id of the contact.'),
  step_number: z.int().min(1).max(SEQUENCE_LIMITS.stepsMax).describe('Number of the step.'),
  variant_id: optionalText(ID_CHARACTERS_MAX).describe(
    'Id of the variant; by default the one that the contact would receive.',
  ),
};
const SelectionBody = z.object(selection).meta({ id: 'StepSelection' });
const TestBody = z
  .object({
    ...selection,
    sending_account_id: id('acc').describe('Id of the sending account.'),
    to: email().describe('Address that receives the email.'),
  })
  .meta({ id: 'TestEmail' });

const Preview = z
  .object({
    subject: z.string(),
    body_html: z.string().nullable().describe('`null` if the step has no HTML.'),
    body_text: z.string().describe('The text, or the text of the HTML.'),
  })
  .meta({ id: 'StepPreview' });
const TestResult = z
  .object({
    success: z.boolean().describe('`true` if the mail server accepted the email.'),
    error: z.string().nullable().describe('The reason of a failure.'),
    message_id: z.string().nullable().describe('Message-ID of the email.'),
  })
  .meta({ id: 'TestEmailResult' });

const selectionExample = { contact_id: `ct_${EXAMPLE_ULID}`, step_number: 1 };

/** Emails of one step for one contact. */
export const sequenceEmailRoutes = [
  route({
    method: 'post',
    path: '/api/v1/sequences/{sequence_id}/preview/',
    operationId: 'previewStep',
    summary: 'Preview an email of a sequence',
    description:
      'Renders a step for a contact exactly as it is sent, without a sending account: `sender` is empty.',
    tags: ['sequences'],
    scope: ['campaigns:read'],
    params: sequenceParams,
    body: SelectionBody,
    responses: { 200: Preview },
    errors: [campaignErrors.templateError],
    example: {
      ...byId,
      body: selectionExample,
      responses: {
        200: {
          subject: 'Hello Maria',
          body_html: '<p>Is Example hiring?</p><p></p>',
          body_text: 'Is Example hiring?',
        },
      },
    },
    handle: async ({ ctx, params: { sequence_id }, body }, { campaigns }) => {
      const reply = await campaigns.previewStep(ctx, { selection: toSelection(sequence_id, body) });
      const { subject, body_html = null, body_text } = reply;
      return { status: 200, body: { subject, body_html, body_text } };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/sequences/{sequence_id}/test-send/',
    operationId: 'sendTestEmail',
    summary: 'Send a test email of a sequence',
    description:
      'Renders a step for a contact with the sending account as `sender`, and sends it to `to` without tracking; a suppressed address is refused. It counts in no metric. If the mail server refuses it, `success` is `false` and `error` says why.',
    tags: ['sequences'],
    scope: ['campaigns:write'],
    idempotent: true,
    deadlineMs: TEST_DEADLINE_MS,
    params: sequenceParams,
    body: TestBody,
    responses: { 200: TestResult },
    errors: [campaignErrors.templateError, campaignErrors.inactiveInbox, campaignErrors.suppressedRecipient],
    example: {
      ...byId,
      body: { ...selectionExample, sending_account_id: `acc_${EXAMPLE_ULID}`, to: 'me@example.com' },
      responses: { 200: { success: true, error: null, message_id: '<4f1c@example.org>' } },
    },
    handle: async ({ ctx, params: { sequence_id }, body }, { campaigns }) => {
      const { sending_account_id, to } = body;
      const request = { selection: toSelection(sequence_id, body), sending_account_id, to };
      const { success, error = null, message_id = null } = await campaigns.sendTestEmail(ctx, request);
      return { status: 200, body: { success, error, message_id } };
    },
  }),
];

function toSelection(sequence_id: string, body: z.output<typeof SelectionBody>): StepSelection {
  const { contact_id, step_number, variant_id } = body;
  return { sequence_id, contact_id, step_number, variant_id: variant_id ?? undefined };
}
