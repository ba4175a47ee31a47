import { describe, expect, it } from '@jest/globals';
import { numbersFrom } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startGroupHarness, type Prepare } from './group-harness.ts';

const SEED = 20_260_131;
const ROUNDS = 5;
const COMMANDS_PER_ROUND = 60;
const NAMES = 8;
const WORKSPACES = ['ws_a', 'ws_b'] as const;

const harness = await sharedByTests(startGroupHarness);

interface Planned {
  readonly workspaceId: string;
  readonly name: string;
  readonly kind: 'create' | 'increment';
  readonly isKeyed: boolean;
}

type End = { readonly reply: string } | { readonly refused: true };

/** The result is independent of the order: a name is created once, and each increment of an existing thing counts. */
function plan(random: () => number): Planned {
  return {
    workspaceId: WORKSPACES[Math.floor(random() * WORKSPACES.length)] ?? 'ws_a',
    name: `thing-${String(Math.floor(random() * NAMES))}`,
    kind: random() < 0.4 ? 'create' : 'increment',
    isKeyed: random() < 0.5,
  };
}

const thingOf = ({ workspaceId, name }: Pick<Planned, 'workspaceId' | 'name'>): string =>
  `${workspaceId} ${name}`;

async function execute(planned: Planned, ids: ReadonlyMap<string, string>): Promise<End> {
  const { workspaceId, name, kind, isKeyed } = planned;
  const ctx = isKeyed ? harness.keyed(workspaceId) : harness.call(workspaceId);
  const id = ids.get(thingOf(planned)) ?? 'none';
  const prepare: Prepare = async () => (kind === 'create' ? harness.create(name) : harness.increment(id));
  try {
    const outcome = await harness.run(ctx, prepare);
    return 'reply' in outcome ? { reply: outcome.reply } : { refused: true };
  } catch (thrown) {
    expect(thrown).toMatchObject({ kind: 'conflict' });
    return { refused: true };
  }
}

/** The expected state after the commands that have run. */
interface Model {
  /** Id of each created thing, by workspace and name. */
  readonly ids: Map<string, string>;
  readonly counts: Map<string, number>;
  changeCount: number;
}

/** Compares the outcomes of the commands on one thing with the model, and updates the model. */
function check(model: Model, place: string, ran: readonly { planned: Planned; end: End }[]): void {
  const repliesTo = (kind: Planned['kind']): string[] =>
    ran.flatMap(({ planned, end }) => (planned.kind === kind && 'reply' in end ? [end.reply] : []));
  const askedFor = (kind: Planned['kind']): number =>
    ran.filter(({ planned }) => planned.kind === kind).length;
  const wasThere = model.ids.has(place);
  const before = model.counts.get(place) ?? 0;
  const created = repliesTo('create');
  expect(created).toHaveLength(!wasThere && askedFor('create') > 0 ? 1 : 0);
  const expected = wasThere
    ? Array.from({ length: askedFor('increment') }, (_, index) => before + index + 1)
    : [];
  const counted = repliesTo('increment').map(Number);
  expect(counted.sort((one, other) => one - other)).toEqual(expected);
  if (created[0] !== undefined) model.ids.set(place, created[0]);
  model.counts.set(place, before + expected.length);
  model.changeCount += created.length + counted.length;
}

async function runRound(model: Model, random: () => number): Promise<void> {
  const planned = Array.from({ length: COMMANDS_PER_ROUND }, () => plan(random));
  const known = new Map(model.ids);
  const ran = await Promise.all(
    planned.map(async (one) => ({ planned: one, end: await execute(one, known) })),
  );
  for (const [place, group] of Map.groupBy(ran, (one) => thingOf(one.planned))) check(model, place, group);
}

describe('random concurrent commands', () => {
  it(`have the same result as one after the other (seed ${SEED})`, async () => {
    const random = numbersFrom(SEED);
    const model: Model = { ids: new Map(), counts: new Map(), changeCount: 0 };
    for (let round = 0; round < ROUNDS; round += 1) await runRound(model, random);
    const stored = (await harness.rows()).map(({ workspace_id: workspaceId, name, count, version }) => {
      expect(version).toBe(count + 1);
      return `${thingOf({ workspaceId, name })} ${count}`;
    });
    const expected = [...model.ids.keys()].map((place) => `${place} ${model.counts.get(place) ?? 0}`);
    expect(stored.sort()).toEqual(expected.sort());
    expect(await harness.events()).toHaveLength(model.changeCount);
    expect(harness.violations).toEqual([]);
  });
});
