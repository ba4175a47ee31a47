import { campaignEvents } from '@outreach/contracts-campaigns/events';
import { sharedEvents } from '@outreach/contracts-common/export';
import { contactEvents } from '@outreach/contracts-contacts/events';
import { webhookEvents } from '@outreach/contracts-webhooks';
import { createCatalogue, type CatalogueEntry } from '@outreach/event-schema';

/** Every event that endpoints receive. */
export const EVENT_DOCS: readonly CatalogueEntry[] = createCatalogue([
  ...contactEvents,
  ...campaignEvents,
  ...sharedEvents,
  ...webhookEvents,
]).entries;

/** The types that endpoints subscribe to. */
export const EVENT_TYPES: readonly string[] = EVENT_DOCS.map(({ event_type: type }) => type);

/** The types of deliveries: an endpoint also receives a test at its creation. */
export const DELIVERED_TYPES: readonly string[] = [...EVENT_TYPES, 'webhook.test'];
