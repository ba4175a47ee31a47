import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@outreach/service-kit';
import { createCircuit, type PlatformAdapter, type SubmitResult } from '../platforms/index.ts';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import type { ReadyStep } from './prepare-sends.ts';
import { submitBatch } from './submit-batch.job.ts';

const NOW = Date.UTC(2026, 2, 2, 10);
const MINUTE_MS = 60_000;

/** An email with a step that can be rendered. Only the fields that the submission reads are of interest. */
function readyOf(id: string, { subject = 'A question', dueInMs = 6 * MINUTE_MS } = {}): ReadyStep {
  const step = {
    id: 'stp_1',
    step_number: 1,
    thread_mode: 'new',
    subject,
    body_html: null,
    body_text: 'Hello',
    variants: [],
  };
  const ready = {
    send: {
      id,
      workspace_id: 'ws_1',
      campaign_id: 'cmp_1',
      contact_id: 'ct_1',
      step_number: 1,
      attempts: 1,
      error: null,
      lease_token: `lease_${id}`,
      due_at: new Date(NOW + dueInMs),
    },
    campaign: { open_tracking_enabled: false, link_tracking_enabled: false },
    account: {
      stored: { email: 'anna@example.org', from_name: null, reply_to: null },
      record: { email: 'anna@example.org' },
    },
    recipient: {
      contact: { id: 'ct_1', email: 'maria@example.com', custom_fields: {} },
      candidate: { email: 'maria@example.com' },
    },
    fallbackValues: {},
    sequence: { version: 1, steps: [step] },
    step,
    sent: [],
    inWindow: (time: Date) => time,
  };
  return ready as unknown as ReadyStep;
}

async function submit(
  ready: readonly ReadyStep[],
  answer: (ids: readonly string[]) => ReadonlyMap<string, SubmitResult> | Error,
  begin: () => void = () => undefined,
) {
  const begun: string[] = [];
  const outcomes: string[] = [];
  const returned: string[] = [];
  const unknown: string[] = [];
  const adapter: PlatformAdapter = {
    platform: 'platform_1',
    submit: async (messages) => {
      expect(begun).toEqual(messages.map(({ id }) => id));
      const results = answer(messages.map(({ id }) => id));
      if (results instanceof Error) throw results;
      return Promise.resolve({ results, failure: undefined });
    },
  };
  const clock = { now: () => NOW };
  await submitBatch(
    {
      adapter,
      circuit: createCircuit({ now: clock.now, random: () => 0.5 }),
      signal: new AbortController().signal,
      clock,
      logger: createLogger({ name: 'campaigns', level: 'silent' }),
      templates: createTemplateCache(),
      sealer: { seal: (plain) => Buffer.from(plain) },
      cpu: createCpuShares({ now: clock.now }),
      links: { instrument: (html) => html, unsubscribeUrl: ({ id }) => `https://example.com/u/${id}` },
      messageIds: { of: (sendId, domain) => `<${sendId}@${domain}>` },
      journal: {
        begin: ({ claim }) => {
          begin();
          begun.push(claim.id);
        },
      },
      claims: {
        markUnknown: async ({ id }) => {
          unknown.push(id);
          return Promise.resolve();
        },
      },
      outcomes: { add: ({ outcome }) => void outcomes.push(`${outcome.sendId} ${outcome.kind}`) },
      returns: {
        add: (claims) => void returned.push(...claims.map(({ claim, reason }) => `${claim.id} ${reason}`)),
      },
    },
    ready,
  );
  return { outcomes, returned, unknown };
}

describe('a batch', () => {
  it('has an outcome or a returned claim for each email', async () => {
    const results = new Map<string, SubmitResult>([
      ['a', { kind: 'accepted' }],
      ['b', { kind: 'not_submitted' }],
      ['c', { kind: 'unknown', error: 'No answer.' }],
    ]);
    const ready = ['a', 'b', 'c', 'd'].map((id) => readyOf(id));
    expect(await submit(ready, () => results)).toEqual({
      outcomes: ['a submitted', 'c deferred', 'd deferred'],
      returned: ['b platform'],
      unknown: ['c', 'd'],
    });
  });

  it('does not contain emails that cannot be rendered, or whose leases end soon', async () => {
    const ready = [
      readyOf('a', { subject: '{{ "x" | unknown }}' }),
      readyOf('b', { dueInMs: MINUTE_MS }),
      readyOf('c'),
    ];
    const accepted = (ids: readonly string[]) =>
      new Map<string, SubmitResult>(ids.map((id) => [id, { kind: 'accepted' }]));
    expect(await submit(ready, accepted)).toEqual({
      outcomes: ['a failed', 'c submitted'],
      returned: ['b platform'],
      unknown: [],
    });
  });

  it('has an unknown result if the adapter fails', async () => {
    expect(await submit([readyOf('a')], () => new Error('A defect.'))).toEqual({
      outcomes: ['a deferred'],
      returned: [],
      unknown: ['a'],
    });
  });

  it('is not submitted if the journal cannot be written', async () => {
    const begin = (): void => {
      throw new Error('No space left.');
    };
    const submitted = submit([readyOf('a')], () => new Error('A defect.'), begin);
    expect(await submitted).toEqual({ outcomes: [], returned: ['a error'], unknown: [] });
  });
});
