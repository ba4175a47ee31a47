import { describe, expect, it } from '@jest/globals';
import { campaignAutoPaused, campaignCompleted, campaignEvents } from '@outreach/contracts-campaigns/events';
import { contactCreated, contactEvents, importCompleted } from '@outreach/contracts-contacts/events';
import { NOTIFICATION_EVENTS, webhookEvents } from '@outreach/contracts-webhooks';
import { DURABLES, isReceived } from '@outreach/event-bus';
import type { DomainEvent, EventDefinition } from '@outreach/event-schema';
import { eventLike } from '@outreach/testing';
import { describeEvent } from './describe-event.ts';

const ALL = [...campaignEvents, ...contactEvents, ...webhookEvents];
const aggregate = { id: 'rec_1', version: 1 };

function like(definition: EventDefinition, data: object = {}): DomainEvent {
  return eventLike(definition, { workspaceId: 'ws_1', aggregate, data });
}

describe('an event of which workspaces are notified', () => {
  it.each([
    [
      'campaign.auto_paused',
      'Campaign “Spring launch” was paused: too many emails bounced (6.6%; the limit is 5%).',
      '/console/campaigns/cmp_',
    ],
    ['campaign.completed', 'Campaign “Spring launch” has sent all of its emails.', '/console/campaigns/cmp_'],
    [
      'sending_account.disconnected',
      'Sending account sales@example.org is disconnected: The connection was refused.',
      '/console/accounts/acc_',
    ],
    [
      'webhook.endpoint_failing',
      'Webhook endpoint “CRM” is failing: no attempt has succeeded for over an hour.',
      '/console/webhooks/whk_',
    ],
    [
      'webhook.endpoint_disabled',
      'Webhook endpoint “CRM” answered 410 Gone and was disabled.',
      '/console/webhooks/whk_',
    ],
    [
      'import.completed',
      'Import of “contacts.csv” is completed: 100 created, 15 updated, 0 invalid rows.',
      '/console/contacts/imports/imp_',
    ],
    [
      'tracking_domain.failed',
      'Tracking domain go.example.org failed its checks; links no longer use it: The CNAME record of go.example.org must be track.example.com.',
      '/console/settings/tracking-domains',
    ],
  ] as const)('%s has one line and a page of the console', (type, text, path) => {
    const definition = ALL.find((one) => one.type === type);
    if (definition === undefined) throw new Error(`${type} is no event.`);
    const described = describeEvent(like(definition));
    expect(described.text).toBe(text);
    expect(described.path.startsWith(path)).toBe(true);
  });

  it('is each of the list, and is received by one durable', () => {
    const described = NOTIFICATION_EVENTS.map((type) => {
      const definition = ALL.find((one) => one.type === type);
      return definition === undefined ? '' : describeEvent(like(definition)).text;
    });
    expect(described.every((text) => text !== '')).toBe(true);
    const own = DURABLES.filter(({ durable }) => durable.startsWith('notifications-'));
    const received = ALL.filter(({ type }) => own.some((row) => isReceived(row, type)));
    expect(received.map(({ type }) => type).toSorted()).toEqual([...NOTIFICATION_EVENTS].toSorted());
  });

  it('shows no rate for a rule without one', () => {
    const { text } = describeEvent(like(campaignAutoPaused, { rule: 'domain_auth' }));
    expect(text).toBe('Campaign “Spring launch” was paused: a sending domain failed its authentication.');
  });

  it.each([
    ['failed', 'failed'],
    ['canceled', 'was canceled'],
  ])('says that an import %s', (status, words) => {
    expect(describeEvent(like(importCompleted, { status })).text).toContain(`“contacts.csv” ${words}: `);
  });

  it.each([
    ['line breaks', 'A\r\nBcc: all@example.com\n\n<!channel>', 'A Bcc: all@example.com <!channel>'],
    ['separators of lines and paragraphs', 'A\u2028B\u2029C\u0085D', 'A B C D'],
    ['marks of direction and controls', 'A\u202egpj.exe\u0000\u0007', 'A gpj.exe'],
    ['half of a pair of surrogates', 'A\ud83dB', 'A B'],
    ['many characters', '😀'.repeat(200), `${'😀'.repeat(119)}…`],
  ])('has a name with %s in one short line', (_what, name, shown) => {
    const { text } = describeEvent(like(campaignCompleted, { name }));
    expect(text).toBe(`Campaign “${shown}” has sent all of its emails.`);
  });

  it('is no other event', () => {
    expect(() => describeEvent(like(contactCreated))).toThrow('not notified of contact.created');
  });
});
