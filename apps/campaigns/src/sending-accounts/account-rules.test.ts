import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sendingAccountStates } from '@outreach/contracts-campaigns';
import { AppError } from '@outreach/errors';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { createAddressGuard } from '@outreach/outbound-kit';
import { UNCHECKED, type StoredAccount } from './account.ts';
import { changeServers, checkGaps, checkHosts, type AccountChange } from './change-account.ts';
import { afterConnection } from './connection-state.ts';
import { toHost } from './hosts.ts';
import { reconnectPauseMs } from './reconnect-pauses.ts';
import { countSentDays, isWarmingUp, startedWarmup, warmupAllowance, warmupDay } from './warmup.ts';
import { addDays, dayOf } from './zone-days.ts';

const secrets = createSealer(randomBytes(32));
const hosts = createAddressGuard([]);
const NOW = new Date('2026-01-31T09:30:00.000Z');

const ACCOUNT: StoredAccount = {
  id: 'acc_1',
  workspace_id: 'ws_1',
  email: 'sales@example.org',
  from_name: null,
  provider: 'smtp',
  smtp: {
    host: 'smtp.example.org',
    port: 587,
    security: 'starttls',
    username: 'sales',
    sealed_password: secrets.seal(Buffer.from('hunter2')),
  },
  imap: null,
  oauth: null,
  status: 'active',
  status_reason: null,
  daily_limit: 30,
  min_gap_seconds: 90,
  max_gap_seconds: 240,
  warmup: { start: 5, increment: 5, ceiling: 50, enabled_at: null, sent_days: 0, last_sent_day: null },
  time_zone: null,
  reply_to: null,
  signature: null,
  tracking_domain_id: null,
  auth: UNCHECKED,
  last_error: null,
  failures_in_row: 0,
  last_failed_at: null,
  listing: null,
  health_band: 'good',
  created_at: NOW,
  updated_at: NOW,
  version: 1,
};

function fieldsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.errors.map(({ field }) => field);
  }
  return [];
}

const change = (fields: AccountChange) => changeServers(ACCOUNT, fields, { secrets });

describe('toHost', () => {
  it.each([
    ['Smtp.Example.ORG', 'smtp.example.org'],
    ['smtp.example.org.', 'smtp.example.org'],
    [' mailhog ', 'mailhog'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['192.0.2.1', '192.0.2.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['[2001:DB8::1]', '2001:db8::1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
  ])('converts %s to %s', (text, host) => expect(toHost(text)).toBe(host));

  it.each([
    '',
    ' ',
    'smtp.example.org:587',
    'http://smtp.example.org',
    'a@b',
    'a/b',
    'a b',
    'a%2eb',
    '1.2.3.999',
    '-a.b',
    'fe80::1%eth0',
  ])('refuses %j', (text) => expect(toHost(text)).toBeUndefined());
});

describe('checkHosts', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '[::ffff:10.0.0.1]',
    'localhost',
    'mail.internal',
  ])('refuses %s for both servers', (host) => {
    expect(fieldsOf(() => checkHosts({ smtp: { host }, imap: { host } }, hosts))).toEqual([
      'smtp.host',
      'imap.host',
    ]);
  });

  it('accepts names and public addresses', () => {
    expect(
      fieldsOf(() => checkHosts({ smtp: { host: 'smtp.example.org' }, imap: { host: '8.8.8.8' } }, hosts)),
    ).toEqual([]);
  });
});

describe('changeServers', () => {
  it('requires a host for new servers', () => {
    expect(fieldsOf(() => changeServers(undefined, { imap: {} }, { secrets }))).toEqual([
      'smtp.host',
      'imap.host',
    ]);
  });

  it.each([
    [{ host: 'a.example' }, { port: 587, security: 'starttls' }],
    [{ host: 'a.example', security: 'tls' }, { port: 465 }],
    [{ host: 'a.example', security: 'none' }, { port: 25 }],
    [
      { host: 'a.example', port: 2525 },
      { port: 2525, security: 'starttls', username: null, sealed_password: null },
    ],
  ] as const)('completes %j with %j', (smtp, expected) => {
    expect(changeServers(undefined, { smtp }, { secrets }).smtp).toMatchObject(expected);
  });

  it.each([{ host: 'evil.example' }, { port: 25 }, { security: 'none' }] as const)(
    'requires the password again for %j',
    (smtp) => {
      expect(fieldsOf(() => change({ smtp }))).toEqual(['smtp.password']);
      expect(fieldsOf(() => change({ smtp: { ...smtp, password: 'again' } }))).toEqual([]);
      expect(change({ smtp: { ...smtp, password: null } }).smtp.sealed_password).toBeNull();
    },
  );

  it('keeps the password when the server stays the same', () => {
    const { smtp } = change({ smtp: { host: 'SMTP.example.org', username: 'other' } });
    expect(smtp).toEqual({ ...ACCOUNT.smtp, username: 'other' });
  });

  it('keeps the sealed form of an equal password', () => {
    expect(change({ smtp: { password: 'hunter2' } }).smtp).toEqual(ACCOUNT.smtp);
    const { sealed_password: sealed } = change({ smtp: { password: 'other' } }).smtp;
    expect(secrets.open(sealed ?? Buffer.alloc(0)).toString()).toBe('other');
  });

  it('adds and removes the IMAP server', () => {
    const { imap, smtp } = change({ imap: { host: 'imap.example.org', username: 'sales', password: 'x' } });
    expect(imap).toMatchObject({ host: 'imap.example.org', port: 993, security: 'tls', username: 'sales' });
    expect(changeServers({ smtp, imap }, { imap: null }, { secrets }).imap).toBeNull();
    expect(changeServers({ smtp, imap }, {}, { secrets }).imap).toEqual(imap);
    expect(fieldsOf(() => changeServers({ smtp, imap }, { imap: { port: 143 } }, { secrets }))).toEqual([
      'imap.password',
    ]);
  });
});

describe('checkGaps', () => {
  it('names the field that the request contains', () => {
    const gaps = { min_gap_seconds: 300, max_gap_seconds: 240 };
    expect(fieldsOf(() => checkGaps(gaps, { min_gap_seconds: 300 }))).toEqual(['min_gap_seconds']);
    expect(fieldsOf(() => checkGaps(gaps, { max_gap_seconds: 240 }))).toEqual(['max_gap_seconds']);
    expect(fieldsOf(() => checkGaps({ min_gap_seconds: 240, max_gap_seconds: 240 }, {}))).toEqual([]);
  });
});

describe('afterConnection', () => {
  const fail = (account: StoredAccount) => afterConnection(account, 'The connection was refused.', NOW);

  it('moves an active account to error at the third failure in a row', () => {
    const twice = fail(fail(ACCOUNT));
    expect(twice).toMatchObject({
      status: 'active',
      failures_in_row: 2,
      last_error: 'The connection was refused.',
    });
    expect(fail(twice)).toMatchObject({
      status: 'error',
      status_reason: 'The connection was refused.',
      last_failed_at: NOW,
    });
    expect(fail(afterConnection(twice, null, NOW))).toMatchObject({ status: 'active', failures_in_row: 1 });
  });

  it('moves an account in error to active at a success', () => {
    const failed = fail(fail(fail(ACCOUNT)));
    expect(afterConnection(failed, null, NOW)).toMatchObject({
      status: 'active',
      status_reason: null,
      last_error: null,
      failures_in_row: 0,
    });
  });

  it.each(['paused', 'suspended'] as const)('keeps the status %s', (status) => {
    const account = { ...ACCOUNT, status, failures_in_row: 5 };
    expect(fail(account).status).toBe(status);
    expect(afterConnection(account, null, NOW).status).toBe(status);
  });
});

describe('the states of an account', () => {
  it('leave suspended only by the operator', () => {
    const leaving = sendingAccountStates.operations.filter(
      (operation) => (sendingAccountStates.next('suspended', operation) ?? 'suspended') !== 'suspended',
    );
    expect(leaving).toEqual(['reinstate']);
  });
});

describe('the warm-up', () => {
  const plan = { start: 5, increment: 5, ceiling: 50 };

  it.each([
    [1, 5],
    [2, 10],
    [10, 50],
    [11, 50],
    [0, Number.POSITIVE_INFINITY],
  ])('on day %d allows %d', (day, allowance) => expect(warmupAllowance(plan, day)).toBe(allowance));

  it('never exceeds its ceiling on the first day', () => {
    expect(warmupAllowance({ start: 80, increment: 0, ceiling: 50 }, 1)).toBe(50);
  });

  it('ends when its allowance reaches the ceiling', () => {
    expect([0, 1, 9, 10].map((day) => isWarmingUp(plan, day))).toEqual([false, true, true, false]);
  });

  it('counts the days on which the account has sent, plus one until it has sent today', () => {
    const enabledAt = new Date('2026-03-28T09:00:00.000Z');
    const at = (text: string): Date => new Date(`2026-${text}:00.000Z`);
    const fresh = startedWarmup(plan, enabledAt);
    expect(warmupDay(fresh, 'UTC', enabledAt.getTime())).toBe(1);
    expect(warmupDay(fresh, 'UTC', at('04-20T09:00').getTime())).toBe(1);
    const first = countSentDays(fresh, 'UTC', [at('03-30T09:00'), at('03-30T10:00')]);
    expect(warmupDay(first, 'UTC', at('03-30T11:00').getTime())).toBe(1);
    expect(warmupDay(first, 'UTC', at('03-31T00:00').getTime())).toBe(2);
    expect(warmupDay(first, 'UTC', at('05-31T00:00').getTime())).toBe(2);
    const third = countSentDays(first, 'UTC', [at('04-02T09:00'), at('04-01T09:00')]);
    expect(warmupDay(third, 'UTC', at('04-02T11:00').getTime())).toBe(3);
  });

  it('counts a day once, and no email from before its start', () => {
    const enabledAt = new Date('2026-03-28T09:00:00.000Z');
    const sent = countSentDays(startedWarmup(plan, enabledAt), 'UTC', [enabledAt]);
    expect(countSentDays(sent, 'UTC', [enabledAt, new Date('2026-03-27T09:00:00.000Z')])).toBe(sent);
    const disabled = { ...sent, enabled_at: null };
    expect(countSentDays(disabled, 'UTC', [new Date('2026-04-01T09:00:00.000Z')])).toBe(disabled);
    expect(warmupDay(disabled, null, enabledAt.getTime())).toBe(0);
  });

  it('counts days in the zone of the account', () => {
    const enabledAt = new Date('2026-03-28T10:00:00.000Z');
    const times = [new Date('2026-03-28T22:30:00.000Z'), new Date('2026-03-28T23:30:00.000Z')];
    const daysIn = (zone: string): number =>
      countSentDays(startedWarmup(plan, enabledAt), zone, times).sent_days;
    expect([daysIn('UTC'), daysIn('Europe/Berlin'), daysIn('America/Los_Angeles')]).toEqual([1, 2, 1]);
  });
});

describe('days of a zone', () => {
  it.each([
    ['2026-01-31T23:30:00.000Z', 'Europe/Berlin', '2026-02-01'],
    ['2026-01-31T23:30:00.000Z', null, '2026-01-31'],
    ['2024-02-28T20:00:00.000Z', 'Asia/Kolkata', '2024-02-29'],
    ['2026-01-01T09:00:00.000Z', 'Pacific/Kiritimati', '2026-01-01'],
    ['2026-01-01T10:00:00.000Z', 'Pacific/Kiritimati', '2026-01-02'],
  ])('of %s in %s is %s', (at, zone, day) => expect(dayOf(Date.parse(at), zone)).toBe(day));

  it('are counted across months and years', () => {
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
  });
});

describe('reconnectPauseMs', () => {
  it('grows to four hours', () => {
    expect([1, 2, 3, 4, 5, 6, 100].map((attempt) => reconnectPauseMs(attempt) / 60_000)).toEqual([
      1, 5, 15, 60, 240, 240, 240,
    ]);
  });
});
