import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import type { MailSink } from '@outreach/testing/mail';
import { TEST_CA } from '@outreach/testing/servers';
import type { Campaign } from '../src/campaigns/campaign.ts';
import { addressKey, type Enrollment } from '../src/enrollments/enrollment.ts';
import { messageIdsOf } from '../src/sends/index.ts';
import { queuedSend, type Send } from '../src/sends/send.ts';
import type { Sequence, Step } from '../src/sequences/sequence.ts';
import {
  campaignOf,
  enrollmentOf,
  sequenceOf,
  startCampaigns,
  type CampaignsUnderTest,
} from './campaigns-harness.ts';
import type { MovingClock } from './moving-clock.ts';
import { addContact } from './sequence-requests.ts';

export type SendRow = Omit<Send, 'id'> & { readonly _id: string };

const TRACKING_KEY = Buffer.alloc(32, 9);
const messageIds = messageIdsOf({ TRACKING_KEY });

/** The Message-ID under which `startSending` sends an email. */
export function messageIdOf(sendId: string, domain = 'sender.example'): string {
  return messageIds.of(sendId, domain);
}

/**
 * Starts the campaigns service with a journal of its own. It may reach loopback servers, trusts `TEST_CA`, and sends
 * expired claims again at once.
 */
export async function startSending(
  overrides: Readonly<Record<string, string>> = {},
  clock?: MovingClock,
): Promise<CampaignsUnderTest> {
  const settings = {
    OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
    SENDING_CA: TEST_CA,
    SENDING_CONCURRENCY: '50',
    SENDING_GRACE_MS: '0',
    TRACKING_KEY: TRACKING_KEY.toString('base64'),
    SENDING_JOURNAL_DIR: mkdtempSync(join(tmpdir(), 'send-journal-')),
  };
  return startCampaigns({ ...settings, ...overrides }, clock);
}

export interface SendingWorkspace {
  readonly workspaceId: string;
  readonly campaign: Campaign;
  readonly sequence: Sequence;
  readonly accountId: string;
  /** The address of the account. */
  readonly from: string;
  /** Adds a contact with an enrollment. Returns the enrollment. */
  addEnrollment(changes?: Partial<Enrollment>): Promise<Enrollment>;
  /** Plans a step of an enrollment; it is due now. Returns the id of the send. */
  plan(enrollment: Enrollment, changes?: Partial<Send>): Promise<string>;
  /** Adds a contact, its enrollment and the send of its first step. */
  planNew(
    changes?: Partial<Send>,
  ): Promise<{ readonly id: string; readonly email: string; readonly enrollment: Enrollment }>;
  /** Makes queued sends due now, all of them together. */
  makeDue(...ids: readonly string[]): Promise<void>;
  readSend(id: string): Promise<SendRow>;
  readEnrollment(id: string): Promise<Enrollment>;
}

export interface WorkspaceOptions {
  readonly sink: MailSink;
  readonly campaign?: Partial<Campaign>;
  /** Fields of the steps, in their order. */
  readonly steps?: readonly Partial<Step>[];
  readonly account?: object;
}

/** An active campaign that may send at any time, and an account whose server is the sink. */
export async function newSendingWorkspace(
  service: CampaignsUnderTest,
  { sink, campaign: changes, steps = [{}], account = {} }: WorkspaceOptions,
): Promise<SendingWorkspace> {
  const workspaceId = newId('ws');
  const ctx = testCall(workspaceId);
  const base = sequenceOf(workspaceId, steps.length);
  const sequence: Sequence = {
    ...base,
    steps: base.steps.map((step, index) => ({ ...step, delay_value: 0, ...steps[index] })),
  };
  const accountId = newId('acc');
  const from = `${accountId.toLowerCase()}@sender.example`;
  const campaign = campaignOf(
    { workspaceId, sequenceId: sequence.id },
    {
      sending_account_ids: [accountId],
      send_window_start: 0,
      send_window_end: 24,
      send_days: [1, 2, 3, 4, 5, 6, 7],
      open_tracking_enabled: false,
      link_tracking_enabled: false,
      ...changes,
    },
  );
  await service.write('sequences', sequence);
  await service.write('campaigns', campaign);
  await service.write(
    'sending_accounts',
    accountRow({ id: accountId, workspaceId, email: from, port: sink.port }, account),
  );
  const sends = service.database.collection<SendRow>('sends');
  const addEnrollment = async (enrollmentChanges: Partial<Enrollment> = {}): Promise<Enrollment> => {
    const contactId = addContact(service.contacts, ctx, { first_name: 'Maria' });
    const email = `${contactId.toLowerCase()}@example.com`;
    const candidate = {
      contactId,
      email,
      timeZone: null,
      mailProvider: null,
      isSuppressed: false,
      meetsFilter: true,
    } as const;
    service.contacts.candidates.set(contactId, { ...candidate, verificationStatus: 'valid' });
    const enrollment = enrollmentOf(
      { workspaceId, contactId },
      {
        campaign_id: campaign.id,
        sequence_id: sequence.id,
        contact_email: email,
        address_key: addressKey(email),
        steps_total: steps.length,
        sending_account_id: accountId,
        due_at: null,
        ...enrollmentChanges,
      },
    );
    await service.enroll(enrollment);
    return enrollment;
  };
  const plan = async (enrollment: Enrollment, sendChanges: Partial<Send> = {}): Promise<string> => {
    const now = new Date(service.clock.now());
    const number = sendChanges.step_number ?? 1;
    const send = queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: enrollment.id,
      sequence_id: sequence.id,
      contact_id: enrollment.contact_id,
      contact_email: enrollment.contact_email,
      step_id: sequence.steps[number - 1]?.id ?? '',
      step_number: number,
      sending_account_id: accountId,
      from_email: from,
      scheduled_at: now,
      account_day: now.toISOString().slice(0, 10),
      campaign_day: now.toISOString().slice(0, 10),
      created_at: now,
    });
    await service.write('sends', { ...send, ...sendChanges });
    return send.id;
  };
  return {
    workspaceId,
    campaign,
    sequence,
    accountId,
    from,
    addEnrollment,
    plan,
    planNew: async (sendChanges) => {
      const enrollment = await addEnrollment();
      return { id: await plan(enrollment, sendChanges), email: enrollment.contact_email ?? '', enrollment };
    },
    makeDue: async (...ids) => {
      const now = new Date(service.clock.now());
      const update = { $set: { due_at: now, scheduled_at: now } };
      await sends.updateMany({ _id: { $in: [...ids] }, status: 'queued' }, update);
    },
    readSend: async (id) => present(await sends.findOne({ _id: id })),
    readEnrollment: async (id) => {
      const rows = service.database.collection<{ readonly _id: string }>('enrollments');
      return present(await rows.findOne({ _id: id })) as unknown as Enrollment;
    },
  };
}

function present<Row>(row: Row | null): Row {
  if (row === null) throw new Error('The record does not exist.');
  return row;
}

interface NewAccount {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly port: number;
}

export function accountRow({ id, workspaceId, email, port }: NewAccount, changes: object) {
  const at = new Date();
  return {
    id,
    workspace_id: workspaceId,
    email,
    from_name: 'Jörg from Sales',
    provider: 'smtp',
    smtp: { host: 'localhost', port, security: 'starttls', username: null, sealed_password: null },
    imap: null,
    status: 'active',
    status_reason: null,
    listing: null,
    health_band: 'good',
    daily_limit: 10_000,
    min_gap_seconds: 0,
    max_gap_seconds: 0,
    warmup: { start: 5, increment: 5, ceiling: 30, enabled_at: null, sent_days: 0, last_sent_day: null },
    time_zone: null,
    reply_to: null,
    signature: null,
    auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass', checked_at: at },
    last_error: null,
    failures_in_row: 0,
    last_failed_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}
