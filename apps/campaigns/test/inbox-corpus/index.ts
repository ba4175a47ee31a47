import type { NoticeCase, ReplyCase } from './corpus-case.ts';
import { HELD_OUT_NOTICES } from './held-out/notices.ts';
import { HELD_OUT_ENGLISH } from './held-out/replies-english.ts';
import { HELD_OUT_LANGUAGES } from './held-out/replies-languages.ts';
import { TUNED_NOTICES } from './tuned/notices.ts';
import { TUNED_ENGLISH } from './tuned/replies-english.ts';
import { TUNED_LANGUAGES } from './tuned/replies-languages.ts';

export interface Corpus {
  readonly replies: readonly ReplyCase[];
  readonly notices: readonly NoticeCase[];
}

/** The messages that the phrases and rules are written for. */
export const tuned: Corpus = { replies: [...TUNED_ENGLISH, ...TUNED_LANGUAGES], notices: TUNED_NOTICES };

/** Messages that show how the phrases and rules work on unseen text. */
export const heldOut: Corpus = {
  replies: [...HELD_OUT_ENGLISH, ...HELD_OUT_LANGUAGES],
  notices: HELD_OUT_NOTICES,
};
