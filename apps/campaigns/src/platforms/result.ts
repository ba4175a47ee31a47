import { campaignErrors, REPLY_INTENTS } from '@outreach/contracts-campaigns';
import { z } from 'zod';
import { bounceFields } from './read-answer.ts';

/** Results of one request. */
export const RESULTS_MAX = 1_000;
const REPLY_CHARACTERS_MAX = 100_000;
const URL_CHARACTERS_MAX = 2_048;
const TEXT_CHARACTERS_MAX = 10_000;

const base = {
  id: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 characters of printable ASCII without spaces'),
  send_id: z.string().max(128, 'must have at most 128 characters'),
  at: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T09:30:00Z' }).optional(),
};
const isMachine = z.boolean().default(false);

const Result = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('delivered') }),
  z.object({ ...base, type: z.literal('bounced'), ...bounceFields }),
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
const Results = z.object({ results: z.array(Result).min(1).max(RESULTS_MAX) });

/** A report of a platform about an email that was submitted to it. */
export type PlatformResult = z.output<typeof Result>;

/** The results of a request. @throws AppError invalid_argument naming the first wrong field. */
export function readResults(body: Uint8Array): readonly PlatformResult[] {
  const parsed = Results.safeParse(parse(body));
  if (parsed.success) return parsed.data.results;
  const [issue] = parsed.error.issues;
  const field = fieldOf(issue?.path ?? []);
  const message = `${messageOf(issue?.message)}; see docs/platforms.md.`;
  throw campaignErrors.invalidResults.make({ field, errors: [{ field, message }] });
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw campaignErrors.invalidResults.make({ errors: [{ field: '', message: 'must be JSON' }] });
  }
}

function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'results' : text.slice(1);
}

/** Own messages begin with `must`. */
function messageOf(message: string | undefined): string {
  return message?.startsWith('must ') === true ? message : 'is not valid';
}
