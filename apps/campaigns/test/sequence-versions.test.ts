import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SequenceStepInput } from '@outreach/contracts-campaigns/gen/sequences.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignOf, startCampaigns } from './campaigns-harness.ts';
import { createSequence, SEQUENCE_SCOPES as SCOPES, stepInput as step } from './sequence-requests.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client } = campaigns;
let ctx: CallContext;

beforeEach(() => {
  ctx = testCall(newId('ws'), SCOPES);
});

const create = async (...steps: readonly SequenceStepInput[]) => createSequence(campaigns, ctx, steps);

const replace = async (id: string, steps: readonly SequenceStepInput[]) =>
  client.replaceSteps(ctx, { id, steps: [...steps] });

const use = async (sequenceId: string, status: 'paused') =>
  campaigns.write('campaigns', campaignOf({ workspaceId: ctx.workspaceId, sequenceId }, { status }));

describe('the store of sequences', () => {
  it('keeps the replaced version while an open campaign uses the sequence', async () => {
    const { id, steps } = await create(step());
    const versions = async () =>
      campaigns.database.collection('sequence_versions').find({ sequence_id: id }).toArray();
    await replace(id, [{ ...steps[0], ...step({ subject: 'Second' }) }]);
    expect(await versions()).toEqual([]);
    await use(id, 'paused');
    await replace(id, [{ ...steps[0], ...step({ subject: 'Third' }) }]);
    expect(await versions()).toMatchObject([
      { _id: `${id}:2`, workspace_id: ctx.workspaceId, version: 2, steps: [{ subject: 'Second' }] },
    ]);
  });

  it('keeps a version that sends name after a change, and after the deletion of the sequence', async () => {
    const { id, steps } = await create(step({ subject: 'First' }));
    await use(id, 'paused');
    const { workspaceId } = ctx;
    // As the worker that has used the version.
    const used = { id: `${id}:1`, workspace_id: workspaceId, sequence_id: id, version: 1, replaced_at: null };
    await campaigns.write('sequence_versions', used);
    await replace(id, [{ ...steps[0], ...step({ subject: 'Second' }) }]);
    await replace(id, [{ ...steps[0], ...step({ subject: 'Third' }) }]);
    const versions = async () => {
      const rows = await campaigns.database
        .collection('sequence_versions')
        .find({ sequence_id: id })
        .toArray();
      return rows.map(({ version, replaced_at: at }) => [version, at === null]);
    };
    expect(new Map((await versions()) as [number, boolean][])).toEqual(
      new Map([
        [1, true],
        [2, false],
      ]),
    );
    await campaigns.database
      .collection('campaigns')
      .updateOne({ sequence_id: id }, { $set: { status: 'completed' } });
    await client.deleteSequence(ctx, { id });
    expect(await versions()).toEqual([[1, true]]);
  });
});
