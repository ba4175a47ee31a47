import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AppName } from '@outreach/dev/names';
import type { CommandStep } from '@outreach/mongo-kit/units';
import { eventually } from '@outreach/testing';
import { startWebhookSink, type WebhookSink } from '@outreach/testing/webhook-sink';
import { PLAN_FOLDER_VARIABLE } from './src/crash-points.ts';
import { watchEvents, type PublishedEvents } from './src/published-events.ts';
import { startFaultStack, type FaultStack } from './src/fault-stack.ts';
import { crashAt, dieInCommands, type Outcome, type Subject } from './src/one-effect.ts';
import { isLong, seededRandom } from './src/random.ts';
import { subjects, webhookSubject } from './src/subjects.ts';

jest.setTimeout(600_000);

/** Commands that are at the step when the process dies, each of a workspace of its own. */
const COMMANDS_PER_STEP = isLong ? 20 : 3;
const DEATHS_PER_STEP = isLong ? 5 : 1;
const RANDOM_DEATHS = isLong ? 25 : 1;
/** A command takes some ten milliseconds; concurrent commands take longer. */
const RANDOM_DEATH_WITHIN_MS = 250;

/** The steps of a command. True if the reply is stored at that step, so that the client gets it as a replay. */
const COMMAND_STEPS: readonly (readonly [CommandStep, boolean])[] = [
  ['claimed', false],
  ['written', false],
  ['committed', true],
  ['answering', true],
];
/** Commands of contacts and auth have the same steps. The short form interrupts those of contacts at each step. */
const AUTH_STEPS = COMMAND_STEPS.filter(([step]) => isLong || step === 'written' || step === 'committed');
/** The steps of a command with an external effect. */
const EFFECT_STEPS: readonly (readonly [CommandStep, boolean])[] = [
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
let created: PublishedEvents;
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
  created = await watchEvents(faults.stack.natsUrl, { type: 'contact.created' });
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
  [step, isStored]: readonly [CommandStep, boolean],
): Promise<Outcome[]> {
  const plan = { step, commandCount: COMMANDS_PER_STEP };
  const outcomes: Outcome[] = [];
  for (let death = 0; death < DEATHS_PER_STEP; death += 1) {
    outcomes.push(...(await crashAt(folder, plan, { subject, name: nextName(), faults })));
  }
  expect(outcomes).toHaveLength(DEATHS_PER_STEP * COMMANDS_PER_STEP);
  if (isStored) expect(outcomes.filter(({ isReplayed }) => !isReplayed)).toEqual([]);
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

describe('a POST of a contact with an Idempotency-Key', () => {
  it.each(COMMAND_STEPS)(
    'creates one contact each when contacts is killed with its commands %s',
    async (...row) => {
      createdIds.push(...(await crashEach(subjects.contacts, row)).map(({ id }) => id));
    },
  );

  it('creates one contact when contacts is killed at a random time', async () =>
    dieAtRandom(subjects.contacts, 'contacts'));

  it('creates one contact when the gateway is killed at a random time', async () =>
    dieAtRandom(subjects.contacts, 'gateway'));

  it('causes exactly one contact.created event per contact', async () => {
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

describe('a POST of an API key with an Idempotency-Key', () => {
  it.each(AUTH_STEPS)('creates one key each when auth is killed with its commands %s', async (...row) => {
    await crashEach(subjects.apiKeys, row);
  });
});

describe('a POST of a webhook endpoint with an Idempotency-Key', () => {
  it.each(EFFECT_STEPS)(
    'creates one endpoint each when webhooks is killed with its commands %s',
    async (...row) => {
      const outcomes = await crashEach(webhookSubject(sink.url), row);
      const tested = new Set(sink.received.map(({ body }) => JSON.parse(body).data.webhook_id));
      expect(outcomes.filter(({ id }) => !tested.has(id))).toEqual([]);
    },
  );
});
