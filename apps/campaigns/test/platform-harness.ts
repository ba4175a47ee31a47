import { expect } from '@jest/globals';
import { signMessage, toSignatureKey } from '@outreach/outbound-kit';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import type { SendingPlatform } from '@outreach/testing/mail';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import type { SendingWorkspace } from './sending-harness.ts';

export interface CallbackChanges {
  readonly secret?: string;
  readonly name?: string;
  readonly atMs?: number;
}

/** Calls the callback of `platform_1` with a signed body. Returns the statuses of the results. */
export type Callback = (body: string, changes?: CallbackChanges) => Promise<readonly string[]>;

export function callbackOf({ client }: CampaignsUnderTest, platform: SendingPlatform): Callback {
  return async (body, { secret = platform.secret, name = 'platform_1', atMs = Date.now() } = {}) => {
    const headers = signMessage(toSignatureKey(secret), { id: newId('msg'), body, atMs });
    const { results } = await client.recordPlatformResults(testCall(newId('ws')), {
      platform: name,
      body: Buffer.from(body),
      webhook_id: headers['webhook-id'],
      webhook_timestamp: headers['webhook-timestamp'],
      webhook_signature: headers['webhook-signature'],
    });
    return results.map(({ status }) => status);
  };
}

/** Submits the first step to a new contact. */
export async function sentOn(workspace: SendingWorkspace): ReturnType<SendingWorkspace['planNew']> {
  const planned = await workspace.planNew();
  const read = async (): Promise<void> => {
    expect((await workspace.readSend(planned.id)).status).toBe('sent');
  };
  await eventually(read, { timeoutMs: 30_000 });
  return planned;
}
