import { enumOf } from '@outreach/contracts-common';
import { z } from 'zod';
import { BOUNCE_CLASSES, SEND_STATUSES, sendSchema } from './records.ts';

/** A send as the REST API returns it. */
export const SendRecord = sendSchema.extend({
  /** Null once the contact has been erased. */
  contact_email: z.string().nullable(),
  status: enumOf(SEND_STATUSES),
  bounce_classification: enumOf(BOUNCE_CLASSES).nullable(),
});
export type SendRecord = z.infer<typeof SendRecord>;
