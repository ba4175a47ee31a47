import { pause, type Clock, type Job, type NewId } from '@outreach/service-kit';
import type { PersonalData, RetentionLog } from './ports.ts';
import { inWorkspace } from '../in-workspace.ts';

const ROUND_MS = 2_000;
/** Longer than a command runs: what read the contact before its erasure has committed by then, or never does. */
const SECOND_LOOK_MS = 15_000;

export interface FinishErasuresOptions {
  readonly logs: {
    unfinished(before: Date): Promise<readonly RetentionLog[]>;
    finish(id: string): Promise<void>;
  };
  readonly personalData: PersonalData;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * Looks a second time where an erased contact may have left traces: a request that only read it while it was erased
 * conflicts with nothing, and its reply may have been kept after the first look.
 */
export function finishErasuresJob(options: FinishErasuresOptions): Job {
  return {
    name: 'finish-erasures',
    run: async (signal) => {
      while (!signal.aborted) {
        await finishRound(options);
        await pause(ROUND_MS, signal);
      }
    },
  };
}

async function finishRound({ logs, clock, ...parts }: FinishErasuresOptions): Promise<void> {
  const waiting = await logs.unfinished(new Date(clock.now() - SECOND_LOOK_MS));
  for (const { id, contact_id: contactId, workspace_id: workspaceId } of waiting) {
    await inWorkspace(parts, { workspaceId }, async () =>
      parts.unitOfWork(async () => {
        for (const { scrub } of parts.personalData) await scrub({ id: contactId, email: undefined });
        await logs.finish(id);
      }),
    );
  }
}
