import { callRest, type Stack } from '@outreach/dev';
import { seedCredential } from '@outreach/dev/seed';
import { startDnsServer, type DnsRecords, type TestDnsServer } from '@outreach/testing/dns-server';
import { z } from 'zod';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import { ended, upload } from './import.ts';
import { showMemory, watchMemory } from './memory-watch.ts';
import { poll } from './poll.ts';
import { randomFrom } from './random.ts';
import type { Bench, BenchInput, ProductBench } from './run-bench.ts';

const DOMAIN_COUNT = 20_000;
/** The polls stay below the limit of the key: 600 requests a minute. */
const WAIT = { pollMs: 200, waitMsMax: 10 * 60_000 };
/** The records of the domains, in turn. */
const RECORDS: readonly (DnsRecords | undefined)[] = [
  { mx: ['aspmx.l.google.com'] },
  { mx: ['company.mail.protection.outlook.com'] },
  { mx: ['mx.company.example'] },
  { a: ['192.0.2.1'] },
  undefined,
];

const Job = z.looseObject({
  id: z.string(),
  status: z.string(),
  total: z.number(),
  processed: z.number(),
  counts: z.record(z.string(), z.number()),
});
type Job = z.output<typeof Job>;

const DESCRIPTION = `--contacts addresses of ${DOMAIN_COUNT.toLocaleString('en')} domains, verified by a job and a local name server`;

export const verification: Bench = createVerificationBench();

function createVerificationBench(): ProductBench {
  let dns: TestDnsServer | undefined;
  return {
    name: 'verification',
    description: DESCRIPTION,
    env: async () => {
      dns = await startDnsServer();
      for (let domain = 0; domain < DOMAIN_COUNT; domain += 1) {
        const records = RECORDS[domain % RECORDS.length];
        if (records !== undefined) dns.zone.set(`company${domain}.example`, records);
      }
      return { VERIFICATION_DNS_SERVERS: dns.address };
    },
    run: async (input) => {
      const { stack, print } = input;
      const { apiKey } = await seedCredential(stack, 'Bench');
      const { id } = await upload(stack, addresses(input), apiKey);
      await ended(stack, id, apiKey);
      await measure(input, { name: 'new domains', importId: id, apiKey });
      print(`  ${dns?.questions.length} questions to the name server`);
      await measure(input, { name: 'the same contacts again', importId: id, apiKey });
      await dns?.stop();
    },
  };
}

/** A CSV of addresses whose domains are in no order. */
function addresses({ contacts: count, seed }: BenchInput): string {
  const random = randomFrom(seed);
  const rows = Array.from(
    { length: count },
    (_, index) => `person${index}@company${random.below(DOMAIN_COUNT)}.example`,
  );
  return ['email', ...rows, ''].join('\n');
}

interface Verified {
  readonly name: string;
  readonly importId: string;
  readonly apiKey: string;
}

async function measure(
  { stack, yardstick, print }: BenchInput,
  { name, importId, apiKey }: Verified,
): Promise<void> {
  const memory = await watchMemory(stack, 'contacts');
  const cpuBefore = await cpuSecondsOf(stack);
  const startedAtMs = performance.now();
  const job = await verify(stack, importId, apiKey);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const { start, most } = await memory.end();
  const { processed } = job;
  print(
    `${name}: ${yardstick.rate(processed / seconds, 'addresses')} (${seconds.toFixed(1)} s); ${job.status}, ${JSON.stringify(job.counts)}`,
  );
  print(`  memory of contacts: ${showMemory(start)} before, ${showMemory(most)} at most`);
  print(`  processor time per address: ${showCpu(cpuBefore, await cpuSecondsOf(stack), processed)}`);
}

async function verify({ baseUrl }: Stack, importId: string, token: string): Promise<Job> {
  const path = '/api/v1/verifications/';
  const body = { import_id: importId };
  const { id } = await callRest(baseUrl, { method: 'POST', path, token, body, answer: Job });
  return poll(
    async () => callRest(baseUrl, { method: 'GET', path: `${path}${id}/`, token, answer: Job }),
    ({ status }) => status !== 'queued' && status !== 'running',
    WAIT,
  );
}
