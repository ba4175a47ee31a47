import { expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const EMAILS = 80;
const GAP_SECONDS = 90;
const service = await sharedByTests(startSending);
const sink = await sharedByTests(async () => startMailSink());

/** Makes late emails due together, as a resume does. */
async function makeLateEmailsDue(workspace: SendingWorkspace): Promise<void> {
  const late = new Date(Date.now() - 60_000);
  await service.database
    .collection('sends')
    .updateMany({ workspace_id: workspace.workspaceId, status: 'queued' }, { $set: { due_at: late } });
}

async function notDue(workspace: SendingWorkspace): Promise<number> {
  return service.database.collection('sends').countDocuments({
    workspace_id: workspace.workspaceId,
    status: 'queued',
    due_at: { $gt: new Date() },
  });
}

it('keeps the gap of an account over several workers and a restart', async () => {
  const replicas = [await service.startReplica(), await service.startReplica()];
  try {
    const workspace = await newSendingWorkspace(service, {
      sink,
      account: { min_gap_seconds: GAP_SECONDS, max_gap_seconds: GAP_SECONDS },
    });
    for (let count = 0; count < EMAILS; count += 1) await workspace.planNew({ due_at: null });
    const sent = (): number => sink.received.filter(({ from }) => from === workspace.from).length;
    await makeLateEmailsDue(workspace);
    await eventually(async () => expect(await notDue(workspace)).toBe(EMAILS - 1));
    await eventually(() => expect(sent()).toBe(1));
    replicas.push(await service.startReplica());
    await makeLateEmailsDue(workspace);
    await eventually(async () => expect(await notDue(workspace)).toBe(EMAILS - 1));
    expect(sent()).toBe(1);
  } finally {
    for (const replica of replicas) await replica.stop();
  }
});
