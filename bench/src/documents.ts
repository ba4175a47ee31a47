import { MongoClient } from 'mongodb';
import { z } from 'zod';

const PLACES = 2;

const Status = z.object({
  metrics: z.object({
    document: z.object({
      inserted: z.coerce.number(),
      updated: z.coerce.number(),
      deleted: z.coerce.number(),
    }),
    commands: z.record(z.string(), z.unknown()),
  }),
});
const Command = z.object({ total: z.coerce.number() });

/** What all services have written to MongoDB since its start. */
export interface WrittenDocuments {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Commands, reads included. */
  readonly commands: number;
}

export async function readDocuments(mongodbUri: string): Promise<WrittenDocuments> {
  await using client = await MongoClient.connect(mongodbUri);
  const { metrics } = Status.parse(await client.db('admin').command({ serverStatus: 1 }));
  const totals = Object.values(metrics.commands).map((one) => Command.safeParse(one).data?.total ?? 0);
  return { ...metrics.document, commands: totals.reduce((sum, total) => sum + total, 0) };
}

export function showDocuments(before: WrittenDocuments, after: WrittenDocuments, unitCount: number): string {
  const perUnit = (name: keyof WrittenDocuments): string =>
    ((after[name] - before[name]) / unitCount).toFixed(PLACES);
  return `inserted ${perUnit('inserted')}, updated ${perUnit('updated')}, deleted ${perUnit('deleted')}; ${perUnit('commands')} commands`;
}
