import { describe, expect, it } from '@jest/globals';
import { queuedSend, type Send } from '../sends/index.ts';
import { headerOf, rowsOf } from './export-rows.ts';

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
  subject: '=HYPERLINK("https://evil.example")',
  sent_at: AT,
  delivered_at: AT,
  opened_at: new Date(AT.getTime() + 60_000),
  open_count: 2,
};
const csv = { campaignId: 'cmp_1', format: 'csv', includeEvents: false } as const;

describe('headerOf', () => {
  it('names the fields of an email', () => {
    expect(headerOf(csv)).toMatch(/^id,campaign_id,enrollment_id,.*,created_at\n$/);
  });

  it('names the events if they are included', () => {
    expect(headerOf({ ...csv, includeEvents: true })).toMatch(/,created_at,events\n$/);
  });

  it('is empty for JSON lines', () => {
    expect(headerOf({ ...csv, format: 'jsonl' })).toBe('');
  });
});

describe('rowsOf', () => {
  it('writes one row per email, without fields that the API does not show', () => {
    const row = rowsOf(csv, [send]);
    expect(row).toMatch(/^snd_1,cmp_1,enr_1,ct_1,maria@example\.com,/);
    expect(row).not.toContain('ws_1');
    expect(row.split('\n')).toHaveLength(2);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)'])('prefixes %j, which a spreadsheet would run', (subject) => {
    expect(rowsOf(csv, [{ ...send, subject }])).toContain(`,'${subject}`);
  });

  it('adds the events in their order', () => {
    const [line = ''] = rowsOf({ ...csv, format: 'jsonl', includeEvents: true }, [send]).split('\n');
    expect(JSON.parse(line)).toMatchObject({
      id: 'snd_1',
      events: [
        { type: 'sent', at: AT.toISOString() },
        { type: 'delivered', at: AT.toISOString() },
        { type: 'opened', at: '2026-03-02T10:01:00.000Z', count: 2 },
      ],
    });
  });

  it('writes nothing without emails', () => {
    expect(rowsOf(csv, [])).toBe('');
  });
});
