import { describe, expect, it } from '@jest/globals';
import { toEngagementEventRecord } from './engagement.ts';
import { Contact } from './gen/contacts.ts';
import { EngagementEvent } from './gen/engagement.ts';
import { toContactRecord } from './record.ts';

const at = new Date('2026-01-31T09:30:00.000Z');

describe('toContactRecord', () => {
  it('returns the dates of the message', () => {
    const record = toContactRecord({ ...Contact.decode(new Uint8Array()), created_at: at, updated_at: at });
    expect([record.created_at, record.updated_at]).toEqual([at.toISOString(), at.toISOString()]);
  });

  it('throws for a message without a date', () => {
    const message = { ...Contact.decode(new Uint8Array()), created_at: at };
    expect(() => toContactRecord(message)).toThrow('The message has no updated_at.');
  });
});

describe('toEngagementEventRecord', () => {
  it('throws for a message without a date', () => {
    expect(() => toEngagementEventRecord(EngagementEvent.decode(new Uint8Array()))).toThrow(
      'The message has no occurred_at.',
    );
  });
});
