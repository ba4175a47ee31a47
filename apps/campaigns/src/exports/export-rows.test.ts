import { describe, expect, it } from '@jest/globals';
import { queuedSend, type Send } from '../sends/index.ts';
import { columnsOf, recordsOf } from './export-rows.ts';

const AT = new Date('2026-03-02T10:00:00.000Z');
const send: Send = {
  ...queuedSend({
    id: 'snd_1',
    workspace_id: 'ws_1',
    campaign_id: 'cmp_1',
    enrollment_id: 'enr_1',
    sequence_id: 'seq_1',
    contact_id: 'ct_1',
    contact_email: 'maria@example.com',
    step_id: 'stp_1',
    step_number: 1,
    sending_account_id: 'acc_1',
    from_email: 'anna@example.org',
    scheduled_at: AT,
    account_day: '2026-03-02',
    campaign_day: '2026-03-02',
    created_at: AT,
  }),
  status: 'delivered',
  sent_at: AT,
  delivered_at: AT,
  opened_at: new Date(AT.getTime() + 60_000),
  open_count: 2,
};
const plain = { campaign_id: 'cmp_1', include_events: false };
const withEvents = { ...plain, include_events: true };

describe('columnsOf', () => {
  it('returns the fields of an email, and the events if they are included', () => {
    const columns = columnsOf(plain);
    expect(columns.slice(0, 3)).toEqual(['id', 'campaign_id', 'enrollment_id']);
    expect(columns).not.toContain('workspace_id');
    expect(columnsOf(withEvents)).toEqual([...columns, 'events']);
  });
});

describe('recordsOf', () => {
  it('returns one record per email, without fields that the API does not show', () => {
    const [record = {}, ...others] = recordsOf(plain, 'csv', [send]);
    expect(record).toMatchObject({ id: 'snd_1', contact_email: 'maria@example.com' });
    expect([Object.keys(record).toSorted(), others]).toEqual([columnsOf(plain).toSorted(), []]);
  });

  it('adds the events in their order, as JSON in CSV', () => {
    const events = [
      { type: 'sent', at: AT.toISOString() },
      { type: 'delivered', at: AT.toISOString() },
      { type: 'opened', at: '2026-03-02T10:01:00.000Z', count: 2 },
    ];
    expect(recordsOf(withEvents, 'jsonl', [send])).toMatchObject([{ id: 'snd_1', events }]);
    expect(recordsOf(withEvents, 'csv', [send])).toMatchObject([{ events: JSON.stringify(events) }]);
  });
});
