import { callRest } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import { newId } from '@outreach/service-kit';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { givenCampaign, post } from './given-campaign.ts';
import { waitForCount } from './poll.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
/** Emails that are planned, whatever the number of enrollments. */
const PLANNED = 9_000;
const ACCOUNTS = 20;
const ROWS_PER_INSERT = 5_000;
const ZONES = [null, 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

export const plan: ProductBench = {
  name: 'plan',
  description: `planning ${PLANNED} emails of a campaign with 10,000, 100,000 and --contacts enrollments`,
  env: { SENDING_CONCURRENCY: '0' },
  contactsDefault: LARGE,
  run: async (input) => {
    await measure({ ...input, print: () => undefined }, 'WarmUp', SMALL);
    for (const count of [SMALL, SMALL * 10, input.contacts]) await measure(input, `Bench${count}`, count);
  },
};

interface Row {
  readonly _id: string;
  readonly campaign_id: string;
}

/** Plans one email, adds the enrollments, and raises the limit of the campaign. */
async function measure(
  { stack, mongodb, yardstick, print }: BenchInput,
  name: string,
  count: number,
): Promise<void> {
  const database = mongodb.db('outreach_campaigns');
  const enrollments = database.collection<Row>('enrollments');
  const sends = database.collection<Row>('sends');
  const { apiKey: key } = await seedCredential(stack, name);
  await post(stack, { key, path: 'contacts/', body: { email: 'first@example.com' } });
  const options = { key, accountCount: ACCOUNTS, dailyLimit: 1 };
  const { id } = await givenCampaign(stack, options);
  await post(stack, { key, path: `campaigns/${id}/launch/` });
  await waitForCount(sends, { campaign_id: id }, 1);
  const first = await enrollments.findOne({ campaign_id: id });
  if (first === null) throw new Error('The campaign has no enrollment.');
  await addEnrollments(enrollments, first, count - 1);
  // MongoDB writes the inserted documents to the disk in the background, which would be measured too.
  await mongodb.db('admin').command({ fsync: 1 });
  const before = await cpuSecondsOf(stack);
  const startedAtMs = performance.now();
  await callRest(stack.baseUrl, {
    method: 'PATCH',
    path: `/api/v1/campaigns/${id}/`,
    token: key,
    body: { daily_send_limit: PLANNED + 1 },
    answer: z.unknown(),
  });
  await waitForCount(sends, { campaign_id: id }, PLANNED + 1);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  print(`${count} enrollments: ${yardstick.rate(PLANNED / seconds, 'planned emails')}`);
  print(`  processor time per email: ${showCpu(before, await cpuSecondsOf(stack), PLANNED)}`);
}

/** Copies of an enrollment whose first email is due now, in five zones. */
async function addEnrollments(enrollments: Collection<Row>, first: Row, count: number): Promise<void> {
  const due = { due_at: new Date(), next_send_at: null, sending_account_id: null };
  for (let from = 0; from < count; from += ROWS_PER_INSERT)
    await enrollments.insertMany(
      Array.from({ length: Math.min(ROWS_PER_INSERT, count - from) }, (_, offset) => {
        const address = `c${from + offset}`;
        return {
          ...first,
          ...due,
          _id: newId('enr'),
          contact_id: newId('ct'),
          contact_email: `${address}@example.com`,
          address_key: `example.com@${address}`,
          time_zone: ZONES[offset % ZONES.length] ?? null,
        };
      }),
      { ordered: false, writeConcern: { w: 1 } },
    );
}
