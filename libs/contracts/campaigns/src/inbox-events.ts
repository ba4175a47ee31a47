import { defineEvent } from '@outreach/event-schema';
import { inboxExample } from './examples.ts';
import { inboxEventSchema } from './inbox.ts';

export const inboxMessageReceived = defineEvent({
  type: 'inbox.message_received',
  category: 'inbox',
  description: 'A reply arrived in a thread. Its text is read with the thread.',
  data: inboxEventSchema,
  example: inboxExample,
});
export const inboxMessageSent = defineEvent({
  type: 'inbox.message_sent',
  category: 'inbox',
  description: 'An answer in a thread was sent.',
  data: inboxEventSchema,
  example: {
    ...inboxExample,
    message: {
      ...inboxExample.message,
      id: 'msg_01J9Z3NDEKTSV4RRFFQ69G5FB4',
      direction: 'out',
      from: { name: 'Anna', email: 'anna@example.org' },
      to: ['ada@example.com'],
      intent: null,
      status: 'sent',
    },
  },
});
