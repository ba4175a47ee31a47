import { resultsOf } from '@outreach/contracts-common';
import { z } from 'zod';
import { BOUNCE_CLASSES, REPLY_INTENTS } from './records.ts';

/** Results of one request. */
export const PLATFORM_RESULTS_MAX = 1_000;
const REPLY_CHARACTERS_MAX = 100_000;
const URL_CHARACTERS_MAX = 2_048;
const TEXT_CHARACTERS_MAX = 10_000;

/** A refusal or a bounce as a platform describes it: the reply of the server, or the class. */
export const platformBounceFields = {
  smtp_code: z.int().min(200).max(599).nullish(),
  enhanced_code: z
    .string()
    .regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'must be a status such as 5.1.1')
    .nullish(),
  classification: z.enum(BOUNCE_CLASSES).nullish(),
  text: z.string().max(10_000, 'must have at most 10,000 characters').default(''),
};

const base = {
  id: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 characters of printable ASCII without spaces'),
  send_id: z.string().max(128, 'must have at most 128 characters'),
  at: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T09:30:00Z' }).optional(),
};
const isMachine = z.boolean().default(false);

/** A report of a platform about an email that was submitted to it. */
export const PlatformResult = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('delivered') }),
  z.object({ ...base, type: z.literal('bounced'), ...platformBounceFields }),
  z.object({ ...base, type: z.literal('failed'), text: z.string().max(TEXT_CHARACTERS_MAX).default('') }),
  z.object({ ...base, type: z.literal('opened'), is_machine: isMachine }),
  z.object({
    ...base,
    type: z.literal('clicked'),
    url: z.string().max(URL_CHARACTERS_MAX).default(''),
    is_machine: isMachine,
  }),
  z.object({ ...base, type: z.literal('unsubscribed') }),
  z.object({ ...base, type: z.literal('complained') }),
  z.object({
    ...base,
    type: z.literal('replied'),
    text: z.string().max(REPLY_CHARACTERS_MAX).default(''),
    intent: z.enum(REPLY_INTENTS).optional(),
  }),
]);
/** The body of a platform's callback. */
export const PlatformResultsBody = z
  .object({ results: resultsOf(PlatformResult).min(1).max(PLATFORM_RESULTS_MAX) })
  .meta({ id: 'PlatformResultsBody' });

export type PlatformResult = z.output<typeof PlatformResult>;
