import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { queuedSend, sealRendering, type Send } from '../src/sends/index.ts';
import { enrollmentOf, startCampaigns } from './campaigns-harness.ts';
import { createSequence, SEQUENCE_SCOPES, stepInput } from './sequence-requests.ts';
import { replyOf, threadOf, writeThreads } from './thread-records.ts';

const ADDRESS = 'maria@example.com';
const AT = new Date('2026-03-02T10:00:00.000Z');
/** More than two pages. */
const MESSAGES = 45;
const SENDS = 25;

const campaigns = await sharedByTests(startCampaigns);
const { client, database, base } = campaigns;

interface Person {
  readonly workspaceId: string;
  readonly contactId: string;
}

interface Row {
  readonly [field: string]: unknown;
  readonly _id: string;
}

async function read({ workspaceId, contactId }: Person, section: string, scope = 'admin:gdpr') {
  const ctx = testCall(workspaceId, { scopes: new Set([scope]) });
  const records: Readonly<Record<string, unknown>>[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const request = { contact_id: contactId, section, after };
    const page: Awaited<ReturnType<typeof client.readPersonalData>> = await client.readPersonalData(
      ctx,
      request,
    );
    records.push(...page.records_json.map((text) => JSON.parse(text)));
    after = page.after;
  }
  return records;
}

const newPerson = (): Person => ({ workspaceId: newId('ws'), contactId: newId('ct') });

function sendOf({ workspaceId, contactId }: Person, changes: Partial<Send> = {}): Send {
  return {
    ...queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: newId('cmp'),
      enrollment_id: newId('enr'),
      sequence_id: newId('seq'),
      contact_id: contactId,
      contact_email: ADDRESS,
      step_id: newId('stp'),
      step_number: 1,
      sending_account_id: newId('acc'),
      from_email: 'anna@example.org',
      scheduled_at: AT,
      account_day: '2026-03-02',
      campaign_day: '2026-03-02',
      created_at: AT,
    }),
    due_at: null,
    ...changes,
  };
}

describe('the personal data of a contact', () => {
  it('has its enrollments, requested suppressions and received emails, without internal fields', async () => {
    const person = newPerson();
    await campaigns.enroll(enrollmentOf(person));
    const own = { workspace_id: person.workspaceId, contact_id: person.contactId };
    const [campaign_id, send_id] = [newId('cmp'), newId('snd')];
    const insert = async (collection: string, row: Row) =>
      database.collection<Row>(collection).insertOne(row);
    await insert('suppression_requests', {
      ...{ _id: newId('snd'), ...own, campaign_id, email: ADDRESS, address_digest: 'ab', reason: 'bounced' },
      ...{ due_at: null, lease_token: null, attempts: 0 },
    });
    await insert('inbound', {
      ...{ _id: newId('in'), ...own, account_id: newId('acc'), mailbox: 'INBOX', uid_validity: 1, uid: 1 },
      ...{ message_key: 'key', kind: 'reply', intent: 'question', snippet: 'Kind regards, Maria', send_id },
      ...{ campaign_id, bounce_classification: null, received_at: AT, created_at: AT },
    });
    const [enrollment, ...others] = await read(person, 'enrollments');
    expect([enrollment?.['contact_email'], others]).toEqual([ADDRESS, []]);
    expect(Object.keys(enrollment ?? {})).not.toContain('address_key');
    expect(await read(person, 'suppressions')).toMatchObject([{ value: ADDRESS, reason: 'bounced' }]);
    expect(await read(person, 'events')).toMatchObject([
      { type: 'inbox.message_recorded', data: { send_id, snippet: 'Kind regards, Maria' } },
    ]);
  });

  it('has all emails, also answers, without keys and leases', async () => {
    const person = newPerson();
    const sends = Array.from({ length: SENDS }, () => sendOf(person));
    const threadId = newId('thr');
    const answer = sendOf(person, { thread_id: threadId, enrollment_id: threadId });
    await campaigns.write('sends', ...sends, answer, sendOf({ ...person, contactId: newId('ct') }));
    const found = await read(person, 'sends');
    expect(found.map(({ id }) => id).toSorted()).toEqual([...sends, answer].map(({ id }) => id).toSorted());
    expect(found.find(({ id }) => id === answer.id)).toMatchObject({ thread_id: threadId, body_text: null });
    const secret = ['sealed_rendering', 'lease_token', 'address_digest', 'due_at'];
    expect(found.flatMap((send) => secret.filter((name) => name in send))).toEqual([]);
  });

  it('has the text of an email as it was sent', async () => {
    const person = newPerson();
    const ctx = testCall(person.workspaceId, SEQUENCE_SCOPES);
    const { id: sequence_id, version, steps } = await createSequence(campaigns, ctx, [stepInput()]);
    const values = { contact: { first_name: 'Maria' }, custom_fields: { plan: 'gold' } };
    const sealed_rendering = sealRendering(base.sealer, { at: AT, from_name: 'Anna', values });
    const rendered = {
      sequence_id,
      sequence_version: version,
      step_id: steps[0]?.id ?? '',
      sealed_rendering,
    };
    await campaigns.write('sends', sendOf(person, { ...rendered, status: 'delivered', sent_at: AT }));
    expect(await read(person, 'sends')).toMatchObject([
      { from_name: 'Anna', body_html: expect.stringContaining('Hello Maria, gold'), truncated: false },
    ]);
  });

  it('has the messages of its threads with their texts, in several items where they are many', async () => {
    const person = newPerson();
    const shared = { contact_id: person.contactId };
    const [long, short] = [threadOf(person.workspaceId, shared), threadOf(person.workspaceId, shared)];
    const messages = Array.from({ length: MESSAGES }, (_, at) =>
      replyOf(long, { id: newId('msg'), body_text: `Text ${at}`, at: new Date(AT.getTime() + at) }),
    );
    await writeThreads(base, [long, short], [...messages, replyOf(short)]);
    const found = await read(person, 'threads');
    const textsOf = (threadId: string) =>
      found
        .filter(({ id }) => id === threadId)
        .flatMap((thread) =>
          (thread['messages'] as { body_text: string }[]).map(({ body_text }) => body_text),
        );
    expect(textsOf(long.id)).toEqual(messages.map(({ body_text }) => body_text));
    expect(textsOf(short.id)).toEqual(['How much is it?']);
    expect(found).toHaveLength(4);
  });

  it('is empty in another workspace, and requires admin:gdpr', async () => {
    const person = newPerson();
    await campaigns.enroll(enrollmentOf(person));
    expect(await read({ ...person, workspaceId: newId('ws') }, 'enrollments')).toEqual([]);
    await expect(read(person, 'enrollments', 'campaigns:read')).rejects.toMatchObject({
      kind: 'permission_denied',
      details: { required_scope: 'admin:gdpr' },
    });
  });
});
