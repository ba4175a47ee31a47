import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import {
  createAccount,
  createCheckedAccount,
  newWorkspace,
  startAccounts,
  updateAccount,
} from './accounts-harness.ts';

const accounts = await sharedByTests(startAccounts);

describe('UpdateSendingAccount', () => {
  it('merges the fields of servers and warm-up', async () => {
    const account = await createAccount(accounts, newWorkspace());
    const changed = await updateAccount(accounts, account, {
      from_name: 'Sales',
      smtp: { username: 'other' },
      imap: { host: 'imap.shop.test' },
      warmup: { enabled: true, ceiling: 20 },
      daily_limit: 50,
    });
    expect(changed).toMatchObject({
      from_name: 'Sales',
      smtp: { host: 'smtp.shop.test', port: 587, security: 'starttls', username: 'other' },
      imap: { host: 'imap.shop.test', port: 993, security: 'tls', username: undefined },
      warmup: { enabled: true, day: 1, start: 5, increment: 5, ceiling: 20 },
      daily_limit: 50,
    });
    const cleared = await updateAccount(accounts, account, { from_name: null, imap: null });
    expect(cleared).toMatchObject({ from_name: undefined, imap: undefined, daily_limit: 50 });
  });

  it('sets the defaults of fields that are named without a value', async () => {
    const own = { provider: 'google', daily_limit: 50, min_gap_seconds: 1, max_gap_seconds: 2 };
    const account = await createAccount(accounts, newWorkspace(), {
      ...own,
      smtp: { host: 'sink.test', port: 25, security: 'none' },
      warmup: { enabled: true, start: 1, increment: 1, ceiling: 9 },
    });
    const changed = await updateAccount(accounts, account, {
      provider: null,
      daily_limit: null,
      min_gap_seconds: null,
      max_gap_seconds: null,
      smtp: { port: undefined, security: undefined },
      warmup: { enabled: undefined, start: undefined, increment: undefined, ceiling: undefined },
    });
    expect(changed).toMatchObject({
      provider: 'smtp',
      daily_limit: 30,
      min_gap_seconds: 90,
      max_gap_seconds: 240,
      smtp: { host: 'sink.test', port: 587, security: 'starttls' },
      warmup: { enabled: false, start: 5, increment: 5, ceiling: 50 },
    });
  });

  it.each([{ host: 'evil.test' }, { port: 25 }, { security: 'none' }])(
    'requires the password again for %j',
    async (smtp) => {
      const account = await createAccount(accounts, newWorkspace());
      const refused = updateAccount(accounts, account, { smtp });
      await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'smtp.password' });
      const changed = await updateAccount(accounts, account, { smtp: { ...smtp, password: 'again' } });
      expect(changed.smtp).toMatchObject(smtp);
    },
  );

  it('requires no password again for a server without one', async () => {
    const smtp = { host: 'sink.test', port: 25, security: 'none' };
    const account = await createAccount(accounts, newWorkspace(), { smtp });
    expect((await updateAccount(accounts, account, { smtp: { host: 'other.test' } })).smtp?.host).toBe(
      'other.test',
    );
  });

  it('refuses a minimum gap above the maximum', async () => {
    const account = await createAccount(accounts, newWorkspace());
    await expect(updateAccount(accounts, account, { min_gap_seconds: 241 })).rejects.toMatchObject({
      field: 'min_gap_seconds',
    });
    await expect(updateAccount(accounts, account, { max_gap_seconds: 89 })).rejects.toMatchObject({
      field: 'max_gap_seconds',
    });
  });

  it('refuses private hosts before it looks for the account, and the address of another account', async () => {
    const ws = newWorkspace();
    const unknown = { id: newId('acc'), workspace_id: ws };
    await expect(updateAccount(accounts, unknown, { smtp: { host: '10.0.0.1' } })).rejects.toMatchObject({
      field: 'smtp.host',
    });
    await expect(updateAccount(accounts, unknown, { daily_limit: 5 })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await createAccount(accounts, ws, { email: 'first@shop.test' });
    const second = await createAccount(accounts, ws, { email: 'second@shop.test' });
    await expect(updateAccount(accounts, second, { email: 'first@shop.test' })).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'duplicate_email' },
    });
  });

  it('keeps updated_at if nothing changes', async () => {
    const account = await createCheckedAccount(accounts, newWorkspace());
    const same = await updateAccount(accounts, account, {
      daily_limit: 30,
      smtp: { host: 'SMTP.shop.test' },
    });
    expect(same.updated_at).toEqual(account.updated_at);
    const changed = await updateAccount(accounts, account, { daily_limit: 31 });
    expect(changed.updated_at?.getTime()).toBeGreaterThan(account.updated_at?.getTime() ?? 0);
  });
});
