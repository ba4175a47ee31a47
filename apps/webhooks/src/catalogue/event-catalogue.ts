import { campaignEvents } from '@outreach/contracts-campaigns/events';
import { sharedEvents } from '@outreach/contracts-common/export';
import { contactEvents } from '@outreach/contracts-contacts/events';
import { webhookEvents } from '@outreach/contracts-webhooks';
import { createCatalogue, type Catalogue } from '@outreach/event-schema';

/** Every event type that an endpoint can subscribe to. */
export const eventCatalogue: Catalogue = createCatalogue([
  ...contactEvents,
  ...campaignEvents,
  ...sharedEvents,
  ...webhookEvents,
]);
