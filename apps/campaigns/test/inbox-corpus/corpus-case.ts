import type { BounceClass, BounceType, ReplyIntent } from '../../src/feedback/index.ts';
import type { Language, Provider } from './providers.ts';

/** A reply by a person: the provider whose format it has, its language, its intent and its text. */
export type ReplyCase = readonly [Provider, Language, ReplyIntent, string];

export type ExpectedNotice =
  | { readonly kind: 'bounce'; readonly classification: BounceClass; readonly type: BounceType }
  | { readonly kind: 'complaint' | 'ignored' }
  | { readonly kind: 'auto_reply'; readonly intent: ReplyIntent };

/** A message that no person has written. */
export interface NoticeCase {
  readonly name: string;
  readonly expected: ExpectedNotice;
  readonly raw: string;
}
