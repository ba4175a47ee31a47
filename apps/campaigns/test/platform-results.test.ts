import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { startMailSink, startSendingPlatform } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { callbackOf, sentOn } from './platform-harness.ts';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

jest.setTimeout(60_000);

const platform = await sharedByTests(async () => startSendingPlatform());
const other = await sharedByTests(async () => startSendingPlatform());
const service = await sharedByTests(async () =>
  startSending({
    PLATFORM_1_URL: platform.url,
    PLATFORM_1_SECRET: platform.secret,
    PLATFORM_2_URL: other.url,
    PLATFORM_2_SECRET: other.secret,
  }),
);
const sink = await sharedByTests(async () => startMailSink());

const workspaceOf = async (name: 'platform_1' | 'platform_2'): Promise<SendingWorkspace> =>
  newSendingWorkspace(service, { sink, campaign: { platform: name }, steps: [{}, { delay_value: 3 }] });
const callback = callbackOf(service, platform);
const report = async (...results: readonly object[]) => callback(JSON.stringify({ results }));

platform.confirms = false;
other.confirms = false;

describe('results', () => {
  it('of emails that are unknown, of another platform or not recorded yet do not stop the others', async () => {
    const [workspace, foreign] = [await workspaceOf('platform_1'), await workspaceOf('platform_2')];
    const [sent, elsewhere] = [await sentOn(workspace), await sentOn(foreign)];
    const later = new Date(Date.now() + 3_600_000);
    const queued = await workspace.planNew({ due_at: later });
    const ended = await workspace.planNew({ due_at: null, status: 'canceled' });
    const of = (sendId: string) => ({ id: 'result', send_id: sendId, type: 'delivered' });
    const all = [of(newId('snd')), of(elsewhere.id), of(queued.id), of(ended.id), of(sent.id), of(sent.id)];
    const statuses = ['unknown_send', 'unknown_send', 'retry', 'ignored'];
    expect(await report(...all)).toEqual([...statuses, 'recorded', 'duplicate']);
    expect(await report(...all)).toEqual([...statuses, 'duplicate', 'duplicate']);
    expect((await workspace.readSend(sent.id)).status).toBe('delivered');
    expect((await foreign.readSend(elsewhere.id)).status).toBe('sent');
  });

  it('of several workspaces are recorded together, each once when they are reported concurrently', async () => {
    const workspaces = [await workspaceOf('platform_1'), await workspaceOf('platform_1')];
    const sent = await Promise.all(workspaces.map(sentOn));
    const results = sent.flatMap(({ id }) => [
      { id: 'a', send_id: id, type: 'opened' },
      { id: 'b', send_id: id, type: 'opened' },
      { id: 'c', send_id: id, type: 'opened', is_machine: true },
    ]);
    const statuses = await Promise.all(Array.from({ length: 4 }, async () => report(...results)));
    expect(statuses.flat().filter((status) => status === 'recorded')).toHaveLength(6);
    for (const [index, { id }] of sent.entries())
      expect(await workspaces[index]?.readSend(id)).toMatchObject({ open_count: 2, machine_open_count: 1 });
  });

  it('of one campaign that many requests report concurrently share transactions', async () => {
    const workspace = await workspaceOf('platform_1');
    const planned = await Promise.all(Array.from({ length: 150 }, async () => workspace.planNew()));
    const sends = service.database.collection('sends');
    const allAre = async (status: string): Promise<void> => {
      const filter = { campaign_id: workspace.campaign.id, status };
      expect(await sends.countDocuments(filter)).toBe(planned.length);
    };
    await eventually(async () => allAre('sent'), { timeoutMs: 30_000 });
    const reports = planned.map(async ({ id }) => report({ id: '1', send_id: id, type: 'delivered' }));
    expect(new Set((await Promise.all(reports)).flat())).toEqual(new Set(['recorded']));
    await allAre('delivered');
  });

  it.each([
    ['another secret', { secret: other.secret }],
    ['the secret of another platform', { name: 'platform_2' }],
    ['a platform without configuration', { name: 'platform_4' }],
    ['the native platform', { name: 'native' }],
    ['an old timestamp', { atMs: Date.now() - 400_000 }],
  ])('with %s are refused', async (_name, changes) => {
    const body = JSON.stringify({ results: [{ id: '1', send_id: newId('snd'), type: 'opened' }] });
    await expect(callback(body, changes)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it.each([
    ['no JSON', '{"results":', undefined],
    ['no list', '{}', 'results'],
    ['an empty list', '{"results":[]}', 'results'],
    ['an unknown type', '{"results":[{"id":"1","send_id":"snd_1","type":"lost"}]}', 'results[0].type'],
    ['a result without an id', '{"results":[{"send_id":"snd_1","type":"opened"}]}', 'results[0].id'],
    [
      'a wrong code',
      '{"results":[{"id":"1","send_id":"snd_1","type":"bounced","smtp_code":9}]}',
      'results[0].smtp_code',
    ],
    [
      'too many results',
      JSON.stringify({
        results: Array.from({ length: 1_001 }, () => ({ id: '1', send_id: 's', type: 'opened' })),
      }),
      'results',
    ],
  ])('with %s are refused as a whole', async (_name, body, field) => {
    await expect(callback(body)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });
});
