import type { BounceClass, BounceType, SmtpReply } from '../feedback/index.ts';
import { REPLY_RULES, type ReplyRule } from './reply-rules.ts';

export interface BounceClassification {
  readonly classification: BounceClass;
  readonly type: BounceType;
}

const TEXT_LENGTH_MAX = 2_000;

const TYPES: Readonly<Record<Exclude<BounceClass, 'unknown'>, BounceType>> = {
  invalid_mailbox: 'hard',
  invalid_domain: 'hard',
  mailbox_disabled: 'hard',
  mailbox_full: 'soft',
  spam_block: 'block',
  policy_block: 'block',
  auth_failure: 'block',
  rate_limited: 'soft',
  content_rejected: 'block',
  message_too_large: 'block',
  network: 'soft',
};

/**
 * The bounce class of a refusal. Specific texts win over codes, because servers use generic codes for exact reasons.
 * A temporary refusal (4xx) is never `hard` and never `block`. Without code and status an unrecognized text is `soft`.
 * Codes: RFC 5321 section 4.2.2, RFC 3463, RFC 7372.
 */
export function classifyReply(reply: SmtpReply): BounceClassification {
  const text = reply.text.slice(0, TEXT_LENGTH_MAX);
  const code = reply.code ?? codeOf(text);
  const enhanced = reply.enhanced ?? enhancedOf(text);
  const isTemporary = code === null ? enhanced?.startsWith('4') === true : code < 500;
  const words = wordsOf(text);
  const rule = REPLY_RULES.find((candidate) => matches(candidate, { code, enhanced, isTemporary, words }));
  if (rule) return { classification: rule.classification, type: TYPES[rule.classification] };
  const isSoft = isTemporary || (code === null && enhanced === null);
  return { classification: 'unknown', type: isSoft ? 'soft' : 'block' };
}

/** The bounce class of a refusal that another system has classified. */
export function toClassification(classification: BounceClass): BounceClassification {
  return { classification, type: classification === 'unknown' ? 'soft' : TYPES[classification] };
}

interface Facts {
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly isTemporary: boolean;
  readonly words: string;
}

function matches(rule: ReplyRule, facts: Facts): boolean {
  if (TYPES[rule.classification] !== 'soft' && facts.isTemporary) return false;
  if (rule.unless?.test(facts.words)) return false;
  if (rule.code !== undefined && rule.code === facts.code) return true;
  if (rule.enhanced && facts.enhanced !== null && rule.enhanced.test(facts.enhanced)) return true;
  return rule.text?.test(facts.words) === true;
}

/** The text in lower case and on one line, without addresses and without the codes that start its lines. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,255}/g, ' ')
    .replaceAll(/\b[45]\d\d[ -](?:[45]\.\d{1,3}\.\d{1,3}\b)?/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function codeOf(text: string): number | null {
  const found =
    /^\s*['"]?([45]\d\d)(?=[ -])/.exec(text)?.[1] ?? /\b(5\d\d)[ -]5\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** The status at the start of the text, after a code, or after `#` as in `(#5.1.1)`. An IP address is none. */
function enhancedOf(text: string): string | null {
  return /(?:^\s*|#|\b[45]\d\d[ -])([45]\.\d{1,3}\.\d{1,3})\b(?!\.\d)/.exec(text)?.[1] ?? null;
}
