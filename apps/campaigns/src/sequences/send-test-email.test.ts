import { describe, expect, it } from '@jest/globals';
import { sendingAccountHealthChanged } from '@outreach/contracts-campaigns/events';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { AppError } from '@outreach/errors';
import { testCall } from '@outreach/testing';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import type { SendingAccount, TestMailer } from '../sending-accounts/index.ts';
import type { PreviewPorts } from './ports.ts';
import { checkTest, sendTestEmail, toSender } from './send-test-email.ts';
import { WINNER_DEFAULTS, type Sequence } from './sequence.ts';

const NOW = new Date('2026-01-31T09:30:00.000Z');
const { example } = sendingAccountHealthChanged;
const account: SendingAccount = {
  ...example,
  smtp: { host: 'smtp.example.org', port: 587, security: 'starttls', username: null },
  oauth: null,
  auth: { ...example.auth, checked_at: NOW },
  created_at: NOW,
  updated_at: NOW,
};
const contact = contactCreated.example;
const sequence: Sequence = {
  id: 'seq_1',
  workspace_id: 'ws_1',
  name: 'Intro',
  description: null,
  status: 'draft',
  version: 1,
  steps: [
    {
      id: 'stp_1',
      step_number: 1,
      step_type: 'email',
      delay_value: 0,
      delay_unit: 'days',
      thread_mode: 'new',
      subject: 'From {{ sender.from_name }}',
      body_html: '<p>To {{ contact.email }}</p>',
      body_text: null,
      variants: [],
      winner: WINNER_DEFAULTS,
    },
  ],
  created_at: NOW,
  updated_at: NOW,
};
const REQUEST = {
  selection: { sequenceId: 'seq_1', contactId: contact.id, stepNumber: 1, variantId: undefined },
  accountId: account.id,
  to: 'me@example.com',
};

interface Changes {
  readonly status?: SendingAccount['status'];
  readonly failure?: Error;
  readonly suppressed?: string;
}

function setUp({ status = 'active', failure, suppressed }: Changes = {}) {
  const sent: Parameters<TestMailer['send']>[1][] = [];
  const ports: PreviewPorts = {
    sequences: { findById: async () => Promise.resolve(sequence) },
    contacts: { mergeDataOf: async () => Promise.resolve({ contacts: [contact], fallbackValues: {} }) },
    templates: createTemplateCache(),
    cpu: createCpuShares(),
    accounts: {
      findByIds: async (ids) => Promise.resolve(ids.includes(account.id) ? [{ ...account, status }] : []),
    },
    suppressions: { isSuppressed: async (_ctx, email) => Promise.resolve(email === suppressed) },
    mailer: {
      send: async (_account, email) => {
        if (failure !== undefined) throw failure;
        sent.push(email);
        return Promise.resolve({ message_id: '<1@example.org>' });
      },
    },
  };
  return { ports, sent };
}

describe('sendTestEmail', () => {
  it('sends the rendered step with the record of the account as the sender', async () => {
    const { ports, sent } = setUp();
    const outcome = await sendTestEmail(ports, testCall('ws_1'), REQUEST);
    expect(outcome).toEqual({ success: true, message_id: '<1@example.org>' });
    expect(sent).toEqual([
      {
        to: 'me@example.com',
        subject: `From ${example.from_name}`,
        html: `<p>To ${contact.email}</p>`,
        text: `To ${contact.email}`,
      },
    ]);
  });

  it('refuses a suppressed address', async () => {
    const { ports, sent } = setUp({ suppressed: REQUEST.to });
    await expect(sendTestEmail(ports, testCall('ws_1'), REQUEST)).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'suppressed',
      field: 'to',
    });
    expect(sent).toEqual([]);
  });

  it('returns the refusal of a mail server as the outcome', async () => {
    const { ports } = setUp({
      failure: new AppError('failed_precondition', 'The server refused the address.'),
    });
    expect(await sendTestEmail(ports, testCall('ws_1'), REQUEST)).toEqual({
      success: false,
      error: 'The server refused the address.',
    });
  });

  it('throws an unexpected error of the mailer', async () => {
    const { ports } = setUp({ failure: new Error('bug') });
    await expect(sendTestEmail(ports, testCall('ws_1'), REQUEST)).rejects.toThrow('bug');
  });
});

describe('checkTest', () => {
  it.each(['active', 'error'] as const)('accepts an account with the status %s', async (status) => {
    await expect(checkTest(setUp({ status }).ports, REQUEST)).resolves.toBeUndefined();
  });

  it.each(['paused', 'suspended'] as const)('refuses an account with the status %s', async (status) => {
    await expect(checkTest(setUp({ status }).ports, REQUEST)).rejects.toMatchObject({
      code: 'inactive_inbox',
      field: 'sending_account_id',
    });
  });

  it('refuses an unknown account', async () => {
    const refused = checkTest(setUp().ports, { ...REQUEST, accountId: 'acc_2' });
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'sending_account_id' });
  });
});

describe('toSender', () => {
  it('contains the consent of an account that is connected by OAuth 2.0', () => {
    const oauth: SendingAccount['oauth'] = {
      provider: 'google',
      subject: '117',
      scopes: ['https://mail.google.com/'],
      status: 'connected',
      connected_at: NOW,
      refreshed_at: null,
    };
    const stored = { ...account, oauth };
    expect(toSender(stored)).toMatchObject({ oauth: { ...oauth, connected_at: NOW.toISOString() } });
  });

  it('contains the public record only', () => {
    const stored = { ...account, sealed_password: 'secret' };
    expect(toSender(stored)).toEqual({
      ...example,
      smtp: account.smtp,
      auth: { ...example.auth, checked_at: NOW.toISOString() },
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
  });
});
