import { campaignEvents } from '@outreach/contracts-campaigns';
import { contactEvents } from '@outreach/contracts-contacts';
import { webhookEvents } from '@outreach/contracts-webhooks';
import { createCatalogue, type Catalogue } from '@outreach/event-schema';

/** Every event type that an endpoint can subscribe to. */
export const eventCatalogue: Catalogue = createCatalogue([
  ...contactEvents,
  ...campaignEvents,
  ...webhookEvents,
]);
