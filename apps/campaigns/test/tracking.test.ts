import { describe, expect, it } from '@jest/globals';
import { trackingHit } from '@outreach/contracts-campaigns';
import { newEvent, type DomainEvent } from '@outreach/event-schema';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { queuedSend, type Send } from '../src/sends/index.ts';
import { campaignOf, enrollmentOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';

const campaigns = await sharedByTests(startCampaigns);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0';
const WAIT = { timeoutMs: 20_000 };

/** A sent email of an active campaign. */
async function sentEmail(changes: Partial<Send> = {}): Promise<Send> {
  const workspaceId = newId('ws');
  const sequence = sequenceOf(workspaceId, 1);
  const campaign = campaignOf({ workspaceId, sequenceId: sequence.id });
  const contactId = newId('ct');
  const enrollment = enrollmentOf(
    { workspaceId, contactId },
    { campaign_id: campaign.id, sequence_id: sequence.id, sent_count: 1, due_at: null },
  );
  const at = new Date();
  const send: Send = {
    ...queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: enrollment.id,
      sequence_id: sequence.id,
      contact_id: contactId,
      contact_email: 'maria@example.com',
      step_id: sequence.steps[0]?.id ?? '',
      step_number: 1,
      sending_account_id: newId('acc'),
      from_email: 'anna@example.org',
      scheduled_at: at,
      account_day: '2026-03-02',
      campaign_day: '2026-03-02',
      created_at: at,
    }),
    status: 'delivered',
    sent_at: at,
    delivered_at: at,
    due_at: null,
    ...changes,
  };
  await campaigns.write('sequences', sequence);
  await campaigns.write('campaigns', campaign);
  await campaigns.enroll(enrollment);
  await campaigns.write('sends', send);
  return send;
}

type Hit = Parameters<typeof newEvent<typeof trackingHit.data>>[1]['data'];

function hitOf({ id, workspace_id: workspaceId }: Send, changes: Partial<Hit> = {}): DomainEvent {
  const origin = { method: 'GET', user_agent: BROWSER, address: '203.0.113.7' } as const;
  return newEvent(trackingHit, {
    id: newId('evt'),
    workspaceId,
    occurredAt: new Date(),
    aggregate: { id, version: 0 },
    data: { kind: 'open', send_id: id, url: null, ...origin, ...changes },
  });
}

const stored = async ({ id }: Send) =>
  campaigns.database.collection<{ _id: string }>('sends').findOne({ _id: id });
const typesOf = ({ id }: Send): string[] =>
  campaigns.published.filter(({ aggregate }) => aggregate.id === id).map(({ type }) => type);

describe('hits of links', () => {
  it('count people and machines apart', async () => {
    const send = await sentEmail();
    const url = 'https://example.com/';
    await campaigns.publishHits(
      hitOf(send),
      hitOf(send),
      hitOf(send, { user_agent: 'Mozilla/5.0 (compatible; Barracuda)' }),
      hitOf(send, { kind: 'click', url }),
      hitOf(send, { kind: 'click', url, method: 'HEAD' }),
    );
    await eventually(async () => {
      expect(await stored(send)).toMatchObject({
        open_count: 2,
        machine_open_count: 1,
        click_count: 1,
        machine_click_count: 1,
        opened_at: expect.any(Date),
      });
    }, WAIT);
    await eventually(() => {
      expect(typesOf(send).toSorted()).toEqual([
        'email.clicked',
        'email.opened',
        'email.opened',
        'engagement.machine_clicked',
        'engagement.machine_opened',
      ]);
    }, WAIT);
  });

  it('count once when they are delivered again', async () => {
    const send = await sentEmail();
    const hit = hitOf(send);
    await campaigns.publishHits(hit, hitOf(send));
    await eventually(async () => expect(await stored(send)).toMatchObject({ open_count: 2 }), WAIT);
    await campaigns.publishHits(hit, hitOf(send));
    await eventually(async () => expect(await stored(send)).toMatchObject({ open_count: 3 }), WAIT);
  });

  it('are kept with an email that is not recorded as sent yet', async () => {
    const send = await sentEmail({ status: 'sending', sent_at: null, delivered_at: null });
    await campaigns.publishHits(hitOf(send));
    await eventually(async () => {
      expect(await stored(send)).toMatchObject({ open_count: 0, kept_feedback: [{ kind: 'opened' }] });
    }, WAIT);
  });

  it('unsubscribe a contact once, and suppress its address', async () => {
    const send = await sentEmail();
    await campaigns.publishHits(
      hitOf(send, { kind: 'unsubscribe', method: 'POST' }),
      hitOf(send, { kind: 'unsubscribe', method: 'POST' }),
    );
    await eventually(() => expect(typesOf(send)).toEqual(['email.unsubscribed']), WAIT);
    const enrollments = campaigns.database.collection<{ _id: string }>('enrollments');
    expect(await enrollments.findOne({ _id: send.enrollment_id })).toMatchObject({
      status: 'stopped',
      stop_reason: 'unsubscribed',
    });
  });

  it('of unknown emails change nothing', async () => {
    const send = await sentEmail();
    await campaigns.publishHits(hitOf({ ...send, id: newId('snd') }), hitOf(send));
    await eventually(async () => expect(await stored(send)).toMatchObject({ open_count: 1 }), WAIT);
  });
});
