import { describe, expect, it } from '@jest/globals';
import { campaignEvents } from '@outreach/contracts-campaigns/events';
import { campaignInternalEvents } from '@outreach/contracts-campaigns/internal-events';
import { contactEvents } from '@outreach/contracts-contacts/events';
import { webhookEvents } from '@outreach/contracts-webhooks';
import { DURABLES, isReceived } from '@outreach/event-bus';
import { eventCatalogue } from './event-catalogue.ts';

/** True if a durable of the webhooks service reads the event type of the publishing service. */
function isConsumed(service: string, type: string): boolean {
  return DURABLES.some(
    (durable) =>
      durable.durable.startsWith('webhooks-') && durable.service === service && isReceived(durable, type),
  );
}

const published = [
  ...contactEvents.map(({ type }) => ['contacts', type] as const),
  ...campaignEvents.map(({ type }) => ['campaigns', type] as const),
  ...webhookEvents.map(({ type }) => ['webhooks', type] as const),
];
const internal = campaignInternalEvents.map(({ type }) => ['campaigns', type] as const);

describe('eventCatalogue', () => {
  it.each(published)('contains, for the service %s, the type %s, which a durable reads', (service, type) => {
    expect([eventCatalogue.get(type)?.type, isConsumed(service, type)]).toEqual([type, true]);
  });

  it.each(internal)(
    'does not contain, for the service %s, the internal type %s, which no durable reads',
    (service, type) => {
      expect([eventCatalogue.get(type), isConsumed(service, type)]).toEqual([undefined, false]);
    },
  );
});
