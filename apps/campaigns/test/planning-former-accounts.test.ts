import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newPlanningWorkspace, startPlanning, type PlanningWorkspace } from './planning-harness.ts';

const campaigns = await sharedByTests(startPlanning);
const { client, database } = campaigns;
const due = { current_step: 1, next_step: 2, sent_count: 1 };
let own: PlanningWorkspace;

beforeEach(async () => {
  own = await newPlanningWorkspace(campaigns);
});

describe('follow-ups', () => {
  /** A campaign with a follow-up of a paused account that was taken out of it. */
  const withFormerAccount = async () => {
    await own.takeTwoSteps();
    const account = await own.newAccount({ status: 'paused' });
    const id = await own.write({}, [{ ...due, sending_account_id: account }]);
    const row = { _id: id, workspace_id: own.ctx.workspaceId, account_ids: [account] };
    await database.collection<{ _id: string }>('planned_campaigns').insertOne(row);
    await own.planned(id);
    expect(await own.sends(id)).toHaveLength(0);
    // Nothing plans the campaign by itself, as after its last confirmation.
    const idle = { next_at: null, wanted_at: null, due_at: null };
    await database.collection<{ _id: string }>('plan_marks').updateOne({ _id: id }, { $set: idle });
    return { id, account };
  };

  it('of an account that the campaign used before are planned when the account resumes', async () => {
    const { id, account } = await withFormerAccount();
    await client.resumeSendingAccount(own.ctx, { id: account });
    await eventually(async () =>
      expect(await own.sends(id)).toMatchObject([{ sending_account_id: account }]),
    );
  });

  it('of an account that the campaign used before stop when the account is deleted', async () => {
    const { id, account } = await withFormerAccount();
    await client.deleteSendingAccount(own.ctx, { id: account });
    await eventually(async () =>
      expect(await own.enrollments(id)).toMatchObject([{ stop_reason: 'send_failed' }]),
    );
  });
});
