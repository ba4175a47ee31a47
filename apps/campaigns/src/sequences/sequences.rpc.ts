import { fromPage, toMeta } from '@outreach/app-kit';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import {
  cloneSequence,
  createSequence,
  deleteSequence,
  getSequence,
  replaceSteps,
  updateSequence,
} from './manage-sequences.ts';
import type { PreviewPorts, SequencePorts } from './ports.ts';
import { previewStep } from './preview-step.ts';
import { selectWinner } from './select-winner.ts';
import { checkTest, sendTestEmail, type TestRequest } from './send-test-email.ts';
import {
  fromNewSequence,
  fromSelection,
  fromSequenceInput,
  fromStepInput,
  toSequenceMessage,
} from './sequence-message.rpc.ts';

export type SequenceMethodPorts = SequencePorts & PreviewPorts;

export function sequenceMethods(ports: SequenceMethodPorts): CampaignsMethods {
  return { ...recordMethods(ports), ...contentMethods(ports), ...emailMethods(ports) };
}

function recordMethods(ports: SequenceMethodPorts): CampaignsMethods {
  return {
    createSequence: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { input, steps }) => {
        const request = { fields: fromNewSequence(input), steps: steps.map(fromStepInput) };
        return { sequence: toSequenceMessage(await createSequence(ports, ctx, request)) };
      },
    },
    getSequence: {
      scope: READ,
      query: async (_ctx, { id }) => ({ sequence: toSequenceMessage(await getSequence(ports, id)) }),
    },
    listSequences: {
      scope: READ,
      query: async (_ctx, { page, search }) => {
        const list = await ports.sequences.list(fromPage(page), search);
        return { sequences: list.items.map(toSequenceMessage), meta: toMeta(list) };
      },
    },
    updateSequence: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id, input, mask }) => {
        const change = fromSequenceInput(input, mask);
        return { sequence: toSequenceMessage(await updateSequence(ports, { id, change })) };
      },
    },
    deleteSequence: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteSequence(ports, id);
        return {};
      },
    },
  };
}

function contentMethods(ports: SequenceMethodPorts): CampaignsMethods {
  return {
    cloneSequence: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { id, name }) => ({
        sequence: toSequenceMessage(await cloneSequence(ports, ctx, { id, name })),
      }),
    },
    replaceSteps: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id, steps }) => ({
        sequence: toSequenceMessage(await replaceSteps(ports, { id, steps: steps.map(fromStepInput) })),
      }),
    },
    selectWinner: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { sequence_id: sequenceId, step_id: stepId, variant_id: variantId }) => ({
        sequence: toSequenceMessage(await selectWinner(ports, { sequenceId, stepId, variantId })),
      }),
    },
  };
}

const StoredTest = z.object({
  selection: z.object({
    sequenceId: z.string(),
    contactId: z.string(),
    stepNumber: z.int(),
    variantId: z.string().optional(),
  }),
  accountId: z.string(),
  to: z.string(),
});

function emailMethods(ports: SequenceMethodPorts): CampaignsMethods {
  return {
    previewStep: {
      scope: READ,
      query: async (ctx, { selection }) =>
        withoutNull(await previewStep(ports, ctx, fromSelection(selection))),
    },
    sendTestEmail: effectCommand({
      scope: WRITE,
      isOutbound: true,
      about: (_reply, { selection }) => (selection === undefined ? [] : [selection.contact_id]),
      prepared: { parse: (stored) => fromStored(StoredTest.parse(stored)) },
      prepare: async (_ctx, { selection, sending_account_id: accountId, to }) => {
        const request = { selection: fromSelection(selection), accountId, to };
        await checkTest(ports, request);
        return request;
      },
      effect: async (ctx, request) => sendTestEmail(ports, ctx, request),
      commit: async (_ctx, { outcome }) => Promise.resolve(outcome),
    }),
  };
}

function fromStored({ selection, ...rest }: z.infer<typeof StoredTest>): TestRequest {
  return { ...rest, selection: { ...selection, variantId: selection.variantId } };
}
