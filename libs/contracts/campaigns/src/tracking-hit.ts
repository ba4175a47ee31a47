import { defineEvent } from '@outreach/event-schema';
import { z } from 'zod';
import { TRACKING_KINDS } from './tracking-token.ts';

const USER_AGENT_CHARACTERS_MAX = 500;

/**
 * A request for a link of an email. The gateway publishes it on a stream of its own; only the campaigns service consumes
 * it. Aggregate: the send.
 */
export const trackingHit = defineEvent({
  type: 'tracking.hit',
  category: 'tracking',
  description: 'A link of an email was requested.',
  data: z.object({
    kind: z.enum(TRACKING_KINDS),
    send_id: z.string(),
    url: z.string().nullable(),
    enrollment_id: z.string().exactOptional(),
    method: z.enum(['GET', 'HEAD', 'POST']),
    user_agent: z.string().max(USER_AGENT_CHARACTERS_MAX),
    /** The address of the client. */
    address: z.string(),
  }),
  example: {
    kind: 'click',
    send_id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA6',
    url: 'https://example.com/pricing',
    method: 'GET',
    user_agent: 'Mozilla/5.0',
    address: '203.0.113.7',
  },
});
