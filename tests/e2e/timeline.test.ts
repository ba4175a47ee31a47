import { describe, expect, it, jest } from '@jest/globals';
import { emailClicked, emailOpened, emailReplied, emailSent } from '@outreach/contracts-campaigns/events';
import { engagementMachineOpened, enrollmentEnrolled } from '@outreach/contracts-campaigns/internal-events';
import type { EventDefinition } from '@outreach/event-schema';
import { aboutContact, eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startCampaignsPublisher } from './campaigns-publisher.ts';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const WAIT = { timeoutMs: 30_000, pollMs: 250 };
const HOUR_MS = 3_600_000;
const UNKNOWN = 'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const publisher = await sharedByTests(async () => startCampaignsPublisher(running.stack));

const call = async (method: string, route: string, body?: object) =>
  running.call(method, `/api/v1/${route}`, body === undefined ? {} : { body });

async function newContact(email: string) {
  const { status, body } = await call('POST', 'contacts/', { email });
  expect(status).toBe(201);
  const { id, workspace_id: workspaceId } = body;
  const about = (definition: EventDefinition, hoursAgo: number) =>
    aboutContact(definition, { workspaceId, contactId: id, at: new Date(Date.now() - hoursAgo * HOUR_MS) });
  const timeline = async (query = '') => call('GET', `contacts/${id}/events/${query}`);
  return { id, about, timeline };
}

describe('an event of the campaigns service', () => {
  it('is on the timeline of its contact, newest first, changes the score, and reaches endpoints only if it is public', async () => {
    const subscribed = ['email.sent', 'email.replied', 'contact.scored', 'contact.updated'];
    const hook = { name: 'CRM', url: `${sink.url}/hook`, event_subscriptions: subscribed };
    expect((await call('POST', 'webhooks/', hook)).status).toBe(201);
    sink.clear();
    const { id, about, timeline } = await newContact('timeline@example.com');
    expect((await timeline()).body).toEqual({ data: [], meta: { next_cursor: null, has_more: false } });
    await publisher.publish(
      about(emailReplied, 1),
      about(enrollmentEnrolled, 5),
      about(emailSent, 4),
      about(engagementMachineOpened, 3),
      about(emailClicked, 2),
    );
    await eventually(async () => expect((await timeline()).body.data).toHaveLength(5), WAIT);
    const { data } = (await timeline()).body;
    const types = data.map((event: Record<string, unknown>) => [event['event_type'], event['is_machine']]);
    expect(types).toEqual([
      ['email_replied', false],
      ['email_clicked', false],
      ['email_opened', true],
      ['email_sent', false],
      ['enrolled', false],
    ]);
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^eng_/),
      contact_id: id,
      step_number: 1,
      variant_id: null,
      metadata: emailReplied.example.reply,
    });
    const { body } = await call('GET', `contacts/${id}/`);
    expect(body).toMatchObject({ lead_score: 17, score_breakdown: { fit: 0, engagement: 55 } });

    await eventually(() => {
      const received = sink.received.map((one) => JSON.parse(one.body).type);
      expect(received).toEqual(expect.arrayContaining(['email.sent', 'email.replied', 'contact.scored']));
      expect(received).not.toContain('contact.updated');
    }, WAIT);
    const catalogue = await call('GET', 'webhooks/event-types/');
    expect(catalogue.status).toBe(200);
    expect(catalogue.text).toContain('email.opened');
    expect(catalogue.text).not.toMatch(/enrollment\.|engagement\./);
  });

  it('is listed in pages and by type, also for a deleted contact', async () => {
    const { id, about, timeline } = await newContact('pages@example.com');
    const hours = [1, 2, 3, 4, 5];
    await publisher.publish(...hours.flatMap((hour) => [about(emailOpened, hour), about(emailSent, hour)]));
    await eventually(async () => expect((await timeline()).body.data).toHaveLength(10), WAIT);
    expect((await call('DELETE', `contacts/${id}/`)).status).toBe(200);
    const first = await timeline('?event_type=email_opened,email_replied&limit=3');
    expect(first.body).toMatchObject({ meta: { has_more: true } });
    const cursor = encodeURIComponent(first.body.meta.next_cursor);
    const second = await timeline(`?event_type=email_replied,email_opened&limit=3&cursor=${cursor}`);
    expect(second.body).toMatchObject({ meta: { next_cursor: null, has_more: false } });
    const pages = [...first.body.data, ...second.body.data];
    expect(pages.map(({ event_type }) => event_type)).toEqual(hours.map(() => 'email_opened'));
    const times = pages.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted().toReversed());

    const refused: readonly (readonly [string, number, string | undefined])[] = [
      [`contacts/${UNKNOWN}/events/`, 404, undefined],
      [`contacts/unknown/events/`, 404, undefined],
      [`contacts/${id}/events/?event_type=email_opened,email_read`, 400, 'event_type'],
      [`contacts/${id}/events/?limit=501`, 400, 'limit'],
      [`contacts/${id}/events/?limit=0`, 400, 'limit'],
      [`contacts/${id}/events/?event_type=email_sent&cursor=${cursor}`, 400, 'cursor'],
    ];
    for (const [route, status, field] of refused) {
      const answer = await call('GET', route);
      expect([route, answer.status, answer.body.error.field]).toEqual([route, status, field]);
    }
    const written = await call('POST', `contacts/${id}/events/`, { event_type: 'email_opened' });
    expect(written.status).toBe(405);
  });
});
