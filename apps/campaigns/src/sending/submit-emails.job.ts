import { pause, type Resource } from '@outreach/service-kit/lifecycle';
import type { PlatformAdapter } from '../platforms/index.ts';
import { PlatformLane, type LaneOptions } from './platform-lane.job.ts';
import type { ReadyStep } from './prepare-sends.ts';
import { giveBack } from './submit-batch.job.ts';

const DRAIN_MS = 10_000;
/** The results of an aborted submission are recorded within this time. */
const ABORT_MS = 1_000;
const DRAIN_POLL_MS = 20;
/** An email whose platform is not configured is due again after this time. */
const AGAIN_MS = 5 * 60_000;

/** Submits the emails of campaigns on other platforms. */
export interface EmailSubmitter extends Resource {
  /** Accounts with many waiting emails. The wake-up is raised when they have room. */
  fullAccountIds(): readonly string[];
  /** Takes an email of another platform: it is submitted, or its claim is given back. False for a native email. */
  take(ready: ReadyStep): boolean;
  /** Continues when outcomes have room again. */
  resume(): void;
}

export function createEmailSubmitter(
  options: Omit<LaneOptions, 'adapter' | 'signal'> & { readonly adapters: readonly PlatformAdapter[] },
): EmailSubmitter {
  const { adapters, clock, logger } = options;
  const abort = new AbortController();
  const { signal } = abort;
  const lanes = new Map<string, PlatformLane>(
    adapters.map((adapter) => [adapter.platform, new PlatformLane({ ...options, adapter, signal })]),
  );
  const all = [...lanes.values()];
  const isIdle = (): boolean => all.every(({ activeCount }) => activeCount === 0);
  return {
    name: 'email-submitter',
    fullAccountIds: () => all.flatMap((lane) => lane.fullAccountIds()),
    take: (ready) => {
      const { id: campaignId, platform } = ready.campaign;
      if (platform === 'native') return false;
      const lane = lanes.get(platform);
      if (lane === undefined) {
        logger.warn({ platform, campaign_id: campaignId }, 'the platform of a campaign is not configured');
        const dueAt = new Date(clock.now() + AGAIN_MS);
        giveBack(options, [ready], { dueAt, reason: 'platform' });
      } else lane.add(ready);
      return true;
    },
    resume: () => {
      for (const lane of all) lane.start();
    },
    stop: async () => {
      for (const lane of all) lane.close();
      await waitFor(isIdle, DRAIN_MS);
      abort.abort();
      await waitFor(isIdle, ABORT_MS);
    },
  };
}

async function waitFor(isDone: () => boolean, timeoutMs: number): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  while (!isDone() && !signal.aborted) await pause(DRAIN_POLL_MS, signal);
}
