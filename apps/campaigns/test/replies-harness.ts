import { expect } from '@jest/globals';
import type { ReplyToThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import type { Outcome, Outcomes } from '../src/outcomes/index.ts';
import { createThreadStores, type FullMessage, type Message, type Thread } from '../src/threads/index.ts';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import type { SendingWorkspace, SendRow } from './sending-harness.ts';
import { replyOf, threadOf } from './thread-records.ts';

/** Longer than any test. */
const INBOX_DAYS = 3_650;

export interface ThreadUnderTest {
  readonly id: string;
  readonly enrollment: Enrollment;
  /** The address of the contact. */
  readonly email: string;
  /** The received message that answers quote. */
  readonly received: FullMessage;
  reply(input?: Partial<ReplyToThreadRequest>): Promise<FullMessage>;
  readThread(): Promise<Thread | undefined>;
  readMessage(id: string): Promise<Message>;
  readSend(message: Message): Promise<SendRow>;
  /** Waits until the message has this state. */
  expectMessage(id: string, state: object): Promise<Message>;
  /** Records an outcome of an answer. */
  record(outcome: Outcome): Promise<void>;
}

export const newAddress = (): string => `${newId('cc').toLowerCase()}@example.com`;

/** A thread with a reply of the contact, in the workspace. @param known the enrollment; a new one by default. */
export async function newThread(
  service: CampaignsUnderTest,
  workspace: SendingWorkspace,
  known?: Enrollment,
): Promise<ThreadUnderTest> {
  const { base, features } = service;
  const outcomes = features.find(({ name }) => name === 'outcomes') as Outcomes | undefined;
  if (outcomes === undefined) throw new Error('The service has the feature outcomes.');
  const { workspaceId } = workspace;
  const records = createThreadStores(base, async () => Promise.resolve(INBOX_DAYS));
  const inCall = async <T>(work: () => Promise<T>): Promise<T> => base.inWorkspace({ workspaceId }, work);
  const commit = async <T>(work: () => Promise<T>): Promise<T> => base.units.unitOfWork(async () => work());
  const stopped = { status: 'stopped', stop_reason: 'replied' } as const;
  const enrollment = known ?? (await workspace.addEnrollment(stopped));
  const email = enrollment.contact_email ?? '';
  const thread = threadIn(workspace, enrollment, new Date(service.clock.now() - 3_600_000));
  const received = receivedIn(thread);
  await inCall(async () =>
    commit(async () => {
      await records.messages.insert([received]);
      await records.threads.write([{ before: undefined, after: thread }]);
    }),
  );
  const ctx = testCall(workspaceId, { scopes: new Set(['campaigns:write']) });
  const reply: ThreadUnderTest['reply'] = async (input = {}) => {
    const defaults = { id: thread.id, body_text: 'It is free.', cc: [], despite_unsubscribe: false };
    const { message } = await service.client.replyToThread(ctx, { ...defaults, ...input });
    const id = message?.id ?? '';
    const body = await inCall(async () => (await records.messages.bodiesOf([id])).get(id));
    if (body === undefined) throw new Error('An answer is stored with its bodies.');
    return { ...(await readMessage(id)), ...body };
  };
  const readMessage = async (id: string): Promise<Message> => {
    const found = await inCall(async () => records.messages.find(id));
    if (found === undefined) throw new Error('The message does not exist.');
    return found;
  };
  return {
    id: thread.id,
    enrollment,
    email,
    received,
    reply,
    readThread: async () => inCall(async () => records.threads.find(thread.id)),
    readMessage,
    expectMessage: async (id, state) =>
      eventually(async () => {
        const message = await readMessage(id);
        expect(message).toMatchObject(state);
        return message;
      }),
    record: async (outcome) => {
      await inCall(async () => commit(async () => outcomes.recorder.record([outcome])));
    },
    readSend: async ({ send_id: id }) => workspace.readSend(id ?? ''),
  };
}

function threadIn(
  { workspaceId, campaign, accountId }: SendingWorkspace,
  { id: enrollmentId, contact_id: contactId, contact_email: email }: Enrollment,
  at: Date,
): Thread {
  return threadOf(workspaceId, {
    campaign_id: campaign.id,
    enrollment_id: enrollmentId,
    contact_id: contactId,
    contact_email: email ?? '',
    first_name: 'Maria',
    last_name: null,
    sending_account_id: accountId,
    status: 'closed',
    message_count: 2,
    last_message_at: at,
  });
}

function receivedIn(thread: Thread): FullMessage {
  return replyOf(thread, {
    from: { name: 'Maria Bianchi', email: thread.contact_email },
    to: ['sender@sender.example'],
    subject: 'AW: A question',
    message_id: 'reply-1@example.com',
    references: ['first@sender.example'],
    at: new Date('2026-11-24T12:05:00.000Z'),
    body_text: 'How much is it?\n',
  });
}
