import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AppName } from '@outreach/dev';
import type { CommandStep } from '@outreach/mongo-kit';
import { eventually, startWebhookSink, type WebhookSink } from '@outreach/testing';
import { PLAN_FOLDER_VARIABLE } from './src/crash-points.ts';
import { watchEvents, type SeenEvents } from './src/published-events.ts';
import { startFaultStack, type FaultStack } from './src/fault-stack.ts';
import { crashAt, dieInCommands, type Outcome, type Subject } from './src/one-effect.ts';
import { isLong, seededRandom } from './src/random.ts';
import { subjects, webhookSubject } from './src/subjects.ts';

jest.setTimeout(600_000);

/** Commands that stand at the step when the process dies, each of a workspace of its own. */
const COMMANDS_PER_STEP = 20;
const DEATHS_PER_STEP = isLong ? 5 : 1;
const RANDOM_DEATHS = isLong ? 25 : 1;
/** A command takes some ten milliseconds, twenty of them at once take longer. */
const RANDOM_DEATH_WITHIN_MS = 250;

/** The steps of a command, and whether its answer is then already kept: the client gets it as a replay. */
const ONE_STEP: readonly (readonly [CommandStep, boolean])[] = [
  ['claimed', false],
  ['written', false],
  ['committed', true],
  ['answering', true],
];
const TWO_STEPS: readonly (readonly [CommandStep, boolean])[] = [
  ['claimed', false],
  ['written', false],
  ['committed', false],
  ['finished', false],
  ['answering', true],
];

const FAULTY: ReadonlySet<AppName> = new Set(['auth', 'contacts', 'webhooks']);
const random = seededRandom('idempotency');
const createdIds: string[] = [];
let folder: string;
let faults: FaultStack;
let sink: WebhookSink;
let created: SeenEvents;
let roundCount = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'outreach-crash-plans-'));
  sink = await startWebhookSink();
  const faultyMain = (app: AppName): string => path.join(import.meta.dirname, `src/faulty-${app}-main.ts`);
  const main = (app: AppName): string => path.resolve(import.meta.dirname, `../../apps/${app}/src/main.ts`);
  faults = await startFaultStack({
    workspaceCount: COMMANDS_PER_STEP,
    env: { [PLAN_FOLDER_VARIABLE]: folder },
    entryOf: (app) => (FAULTY.has(app) ? faultyMain(app) : main(app)),
  });
  created = await watchEvents(faults.stack.natsUrl, 'contact.created');
});

afterAll(async () => {
  await created.stop();
  await faults.stop();
  await sink.close();
  rmSync(folder, { recursive: true, force: true });
});

function nextName(): string {
  roundCount += 1;
  return `round-${String(roundCount)}`;
}

async function crashEach(
  subject: Subject,
  [step, isKept]: readonly [CommandStep, boolean],
): Promise<Outcome[]> {
  const plan = { step, commandCount: COMMANDS_PER_STEP };
  const outcomes: Outcome[] = [];
  for (let death = 0; death < DEATHS_PER_STEP; death += 1) {
    outcomes.push(...(await crashAt(folder, plan, { subject, name: nextName(), faults })));
  }
  expect(outcomes).toHaveLength(DEATHS_PER_STEP * COMMANDS_PER_STEP);
  if (isKept) expect(outcomes.filter(({ isReplayed }) => !isReplayed)).toEqual([]);
  return outcomes;
}

async function dieAtRandom(subject: Subject, app: AppName): Promise<void> {
  for (let death = 0; death < RANDOM_DEATHS; death += 1) {
    const kill = async (): Promise<void> => {
      await delay(random() * RANDOM_DEATH_WITHIN_MS);
      faults.stack.kill(app, 'SIGKILL');
    };
    const outcomes = await dieInCommands({ subject, name: nextName(), faults, kill });
    if (subject.app === 'contacts') createdIds.push(...outcomes.map(({ id }) => id));
  }
}

describe('a contact is created once by its key when contacts is killed', () => {
  it.each(ONE_STEP)('with twenty commands %s', async (...row) => {
    createdIds.push(...(await crashEach(subjects.contacts, row)).map(({ id }) => id));
  });

  it('at any moment', async () => dieAtRandom(subjects.contacts, 'contacts'));

  it('or the gateway, at any moment', async () => dieAtRandom(subjects.contacts, 'gateway'));

  it('and has exactly one contact.created', async () => {
    await eventually(
      () => {
        const counts = createdIds.map((id) => created.idsOf.get(id)?.size ?? 0);
        expect(counts.filter((count) => count !== 1)).toEqual([]);
      },
      { timeoutMs: 20_000 },
    );
    expect(created.idsOf.size).toBe(createdIds.length);
  });
});

describe('an API key is created once by its key when auth is killed', () => {
  it.each(ONE_STEP)('with twenty commands %s', async (...row) => {
    await crashEach(subjects.apiKeys, row);
  });
});

describe('a webhook endpoint is created once by its key when webhooks is killed', () => {
  it.each(TWO_STEPS)('with twenty commands %s', async (...row) => {
    const outcomes = await crashEach(webhookSubject(sink.url), row);
    const tested = new Set(sink.received.map(({ body }) => JSON.parse(body).data.webhook_id));
    expect(outcomes.filter(({ id }) => !tested.has(id))).toEqual([]);
  });
});
