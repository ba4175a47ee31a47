import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from '@outreach/app-kit';
import type { CommandStep, OnStep } from '@outreach/mongo-kit/units';
import { z } from 'zod';

/** Names the folder with the crash plans of the processes. */
export const PLAN_FOLDER_VARIABLE = 'FAULT_PLAN_FOLDER';

const STEPS = ['claimed', 'written', 'committed', 'finished', 'answering'] as const satisfies CommandStep[];

const Plan = z.object({ step: z.enum(STEPS), commandCount: z.number().int().min(1) });

/** The process kills itself when `commandCount` commands have reached `step`; until then these commands wait. */
export type CrashPlan = z.output<typeof Plan>;

/** Shorter than in production, where a retry waits half a minute for the lease of a dead process. */
const LEASES = { runMs: 1_000, finishMs: 1_500 };

const planFile = (folder: string, app: string): string => path.join(folder, `${app}.json`);

/** Sets the step at which the running process of an app kills itself, once. */
export function armCrash(folder: string, app: string, plan: CrashPlan): void {
  const file = planFile(folder, app);
  writeFileSync(`${file}.new`, JSON.stringify(plan));
  renameSync(`${file}.new`, file);
}

/** Build options of an app whose process kills itself with SIGKILL as planned. */
export function crashOptions(app: string): Pick<BuildOptions, 'onStep' | 'idempotencyLeases'> {
  const folder = process.env[PLAN_FOLDER_VARIABLE];
  if (folder === undefined) throw new Error(`${PLAN_FOLDER_VARIABLE} is not set.`);
  return { onStep: crashPoint(planFile(folder, app)), idempotencyLeases: LEASES };
}

function crashPoint(file: string): OnStep {
  let waitingCount = 0;
  return async (step) => {
    const plan = readPlan(file);
    if (plan?.step !== step) return;
    waitingCount += 1;
    if (waitingCount === plan.commandCount) {
      rmSync(file);
      process.kill(process.pid, 'SIGKILL');
    }
    await new Promise(() => undefined);
  };
}

function readPlan(file: string): CrashPlan | undefined {
  return existsSync(file) ? Plan.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
