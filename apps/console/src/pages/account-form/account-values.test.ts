import { describe, expect, it } from '@jest/globals';
import type { SendingAccount } from '../../data/accounts.ts';
import {
  newAccount,
  toCreateBody,
  toUpdateBody,
  toValues,
  withoutPasswords,
  type AccountValues,
} from './account-values.ts';

const values: AccountValues = {
  ...newAccount('Europe/Berlin'),
  email: ' sales@example.org ',
  smtp: { host: 'smtp.example.org', port: '', security: 'starttls', username: '' },
  password: 'secret',
  imap: { host: 'imap.example.org', port: 143, security: 'starttls', username: 'sales' },
};

const account: SendingAccount = {
  id: 'acc_1',
  workspace_id: 'ws_1',
  email: 'sales@example.org',
  from_name: 'Sales',
  provider: 'smtp',
  smtp: { host: 'smtp.example.org', port: 587, security: 'starttls', username: null },
  imap: null,
  auth_method: 'password',
  oauth: null,
  status: 'active',
  status_reason: null,
  health_score: 100,
  daily_limit: 30,
  sent_today: 0,
  min_gap_seconds: 90,
  max_gap_seconds: 240,
  warmup: { enabled: false, day: 0, start: 5, increment: 5, ceiling: 50 },
  time_zone: null,
  reply_to: null,
  signature: null,
  tracking_domain_id: null,
  auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass', checked_at: null },
  last_error: null,
  created_at: '2026-01-31T10:00:00.000Z',
  updated_at: '2026-01-31T10:00:00.000Z',
};

describe('toCreateBody', () => {
  it('leaves empty ports and user names to the API, and gives IMAP the password of SMTP', () => {
    expect(toCreateBody(values)).toMatchObject({
      email: 'sales@example.org',
      smtp: { host: 'smtp.example.org', security: 'starttls', password: 'secret' },
      imap: { host: 'imap.example.org', port: 143, username: 'sales', password: 'secret' },
      from_name: null,
      time_zone: 'Europe/Berlin',
    });
    expect(toCreateBody(values).smtp).not.toHaveProperty('port');
    expect(toCreateBody({ ...values, imap_password: 'other' }).imap).toMatchObject({ password: 'other' });
    expect(toCreateBody({ ...values, has_imap: false })).not.toHaveProperty('imap');
  });
});

describe('toUpdateBody', () => {
  it('keeps the passwords of an unchanged account', () => {
    const body = toUpdateBody(account, toValues(account));
    expect(body).toMatchObject({
      smtp: { host: 'smtp.example.org', port: 587, security: 'starttls' },
      imap: null,
      warmup: { enabled: false },
      time_zone: null,
    });
    expect(body.smtp).not.toHaveProperty('password');
  });

  it('clears the port and the user name of a server, which then have their defaults', () => {
    const { smtp } = toValues(account);
    const cleared = { ...toValues(account), smtp: { ...smtp, port: '', username: ' ' } };
    expect(toUpdateBody(account, cleared).smtp).toMatchObject({ port: null, username: null });
  });

  it('leaves the servers of an OAuth account to its provider', () => {
    const body = toUpdateBody({ ...account, auth_method: 'oauth2' }, toValues(account));
    expect([body.smtp, body.imap, body.daily_limit]).toEqual([undefined, undefined, 30]);
  });
});

describe('withoutPasswords', () => {
  it('hides the passwords of a shown request', () => {
    expect(JSON.stringify(toCreateBody(withoutPasswords(values)))).not.toContain('secret');
  });
});
