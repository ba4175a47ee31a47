import { platformBounceFields } from '@outreach/contracts-campaigns/platform-results';
import { z } from 'zod';
import { classifyReply, toClassification } from '../bounce-classes/index.ts';
import type { SubmitResult } from './ports.ts';

const TEXT_CHARACTERS_MAX = 500;
const RETRY_SECONDS_MAX = 86_400;

const text = z.string().default('');

const id = z.string();
const Result = z.discriminatedUnion('status', [
  z.object({ id, status: z.literal('accepted') }),
  z.object({ id, status: z.literal('refused'), ...platformBounceFields }),
  z.object({
    id,
    status: z.literal('retry'),
    text,
    retry_after_seconds: z.number().min(0).max(RETRY_SECONDS_MAX).nullish(),
  }),
  z.object({ id, status: z.literal('failed'), text }),
]);
const Answer = z.object({ results: z.array(z.unknown()) });

/** The results of a response, by message id. A malformed result is left out. Undefined for another response. */
export function readAnswer(body: string, now: Date): ReadonlyMap<string, SubmitResult> | undefined {
  const answer = Answer.safeParse(parse(body));
  if (!answer.success) return undefined;
  const results = answer.data.results.flatMap((item) => {
    const result = Result.safeParse(item);
    return result.success ? [[result.data.id, toResult(result.data, now)] as const] : [];
  });
  return new Map(results);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function toResult(result: z.output<typeof Result>, now: Date): SubmitResult {
  switch (result.status) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'refused':
      return { kind: 'refused', ...toBounce(result) };
    case 'retry': {
      const seconds = result.retry_after_seconds ?? undefined;
      const retryAt = seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1_000);
      return { kind: 'retry', error: textOf(result.text, 'The platform asks for a later attempt.'), retryAt };
    }
    case 'failed':
      return { kind: 'failed', error: textOf(result.text, 'The platform cannot send the email.') };
  }
}

type BounceFields = z.output<z.ZodObject<typeof platformBounceFields>>;

/** The class that the platform names wins over the one that its reply has. */
export function toBounce({
  smtp_code: code = null,
  enhanced_code: enhanced = null,
  classification,
  text: replyText,
}: BounceFields): Omit<Extract<SubmitResult, { readonly kind: 'refused' }>, 'kind'> {
  const reply = { code, enhanced, text: replyText.slice(0, TEXT_CHARACTERS_MAX) };
  const found =
    classification === undefined || classification === null
      ? classifyReply({ code, enhanced, text: replyText })
      : toClassification(classification);
  return { reply, ...found };
}

/** A text of a platform for the log of emails. */
export function textOf(platformText: string, fallback: string): string {
  const line = platformText.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_CHARACTERS_MAX).toWellFormed();
  return line === '' ? fallback : line;
}
