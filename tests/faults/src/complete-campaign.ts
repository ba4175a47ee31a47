import { expect } from '@jest/globals';
import { eventually } from '@outreach/testing';
import type { FaultStack } from './fault-stack.ts';
import { STEP_COUNT, storedSends, type SendingCampaign, type SendRow } from './sending-campaigns.ts';

const SETTLED = { timeoutMs: 300_000, pollMs: 500 };

export async function expectBalance(campaign: SendingCampaign): Promise<void> {
  const { text, body } = await campaign.read('audit/');
  expect([text, body?.balanced, body?.differences]).toEqual([text, true, []]);
}

/** The campaign has completed, its records agree, and every step of every contact was sent. Returns its sends. */
export async function expectComplete(
  faults: FaultStack,
  campaign: SendingCampaign,
): Promise<readonly SendRow[]> {
  const total = campaign.contactCount * STEP_COUNT;
  await eventually(async () => {
    const { status, body } = await campaign.read();
    const { total_sent: sent, delivered } = body?.metrics ?? {};
    expect([status, body?.status, sent, delivered]).toEqual([200, 'completed', total, total]);
  }, SETTLED).catch(async (thrown: unknown) => {
    const sends = await storedSends(faults, campaign.id);
    const open = sends.filter(({ status }) => status !== 'delivered').slice(0, 20);
    process.stderr.write(`not delivered: ${JSON.stringify(open)}\n`);
    throw thrown;
  });
  await expectBalance(campaign);
  const { body: audit } = await campaign.read('audit/');
  expect(audit.states).toMatchObject({ queued: 0, sending: 0, delivered: total });
  const sends = await storedSends(faults, campaign.id);
  const steps = new Set(sends.map(({ enrollment_id: id, step_number: step }) => `${id} ${step}`));
  expect([sends.length, steps.size]).toEqual([total, total]);
  return sends;
}

/**
 * Every email was accepted once, and at most once more for each attempt with an unknown result. Returns the doubles.
 * @param acceptances acceptances by Message-ID.
 */
export function countDoubles(sends: readonly SendRow[], acceptances: ReadonlyMap<string, number>): number {
  const counts = sends.map(({ message_id: id, unknown_count: unknown = 0 }) => ({
    id,
    unknown,
    accepted: acceptances.get(id ?? '') ?? 0,
  }));
  expect(counts.filter(({ accepted, unknown }) => accepted < 1 || accepted > 1 + unknown)).toEqual([]);
  return counts.reduce((sum, { accepted }) => sum + accepted - 1, 0);
}
