import { describe, expect, it } from '@jest/globals';
import { campaignEvents, campaignInternalEvents } from '@outreach/contracts-campaigns';
import { contactEvents } from '@outreach/contracts-contacts';
import { webhookEvents } from '@outreach/contracts-webhooks';
import { DURABLES, isRead } from '@outreach/event-bus';
import { eventCatalogue } from './event-catalogue.ts';

/** Whether this service is given events of a type that another one publishes. */
function isGiven(service: string, type: string): boolean {
  return DURABLES.some(
    (row) => row.durable.startsWith('webhooks-') && row.service === service && isRead(row, type),
  );
}

const rows = [
  ...contactEvents.map(({ type }) => ['contacts', type] as const),
  ...campaignEvents.map(({ type }) => ['campaigns', type] as const),
  ...webhookEvents.map(({ type }) => ['webhooks', type] as const),
];
const internal = campaignInternalEvents.map(({ type }) => ['campaigns', type] as const);

describe('the catalogue of event types', () => {
  it.each(rows)('of %s has %s, and the service is given it', (service, type) => {
    expect([eventCatalogue.get(type)?.type, isGiven(service, type)]).toEqual([type, true]);
  });

  it.each(internal)('of %s has no %s, nor is the service given it', (service, type) => {
    expect([eventCatalogue.get(type), isGiven(service, type)]).toEqual([undefined, false]);
  });
});
