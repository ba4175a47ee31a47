import type { ReplyIntent } from '../feedback/index.ts';
import { compileLexicon } from './compile-lexicon.ts';
import { DUTCH } from './lexicon-dutch.ts';
import { ENGLISH } from './lexicon-english.ts';
import { FRENCH } from './lexicon-french.ts';
import { GERMAN } from './lexicon-german.ts';
import { ITALIAN } from './lexicon-italian.ts';
import { PORTUGUESE } from './lexicon-portuguese.ts';
import { SPANISH } from './lexicon-spanish.ts';
import { WEIGHTS, type PhraseIntent } from './lexicon.ts';
import { normaliseText } from './normalise-text.ts';

/** All languages at once: a reply is short and often in another language than the email. */
const PHRASES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, PORTUGUESE].flatMap(compileLexicon);

/**
 * In the order of precedence at equal scores, with the lowest score that counts. Intents that end a conversation need
 * more than one medium phrase.
 */
const INTENTS: readonly (readonly [PhraseIntent, number])[] = [
  ['unsubscribe', WEIGHTS.strong],
  ['out_of_office', WEIGHTS.strong],
  ['not_interested', WEIGHTS.strong],
  ['wrong_person', WEIGHTS.strong],
  ['referral', WEIGHTS.strong],
  ['not_now', WEIGHTS.strong],
  ['meeting_requested', WEIGHTS.strong],
  ['interested', WEIGHTS.medium],
  ['question', WEIGHTS.medium],
];

interface Match {
  readonly intent: PhraseIntent;
  readonly weight: number;
  readonly start: number;
  readonly end: number;
}

/** The intent with the highest score of its phrases. A phrase inside a longer one does not count. */
export function scoreText(ownText: string): ReplyIntent {
  const text = normaliseText(ownText);
  const scores = scoresOf(matchesOf(text));
  if (text.includes(' ? ')) scores.set('question', (scores.get('question') ?? 0) + WEIGHTS.weak);
  let best: ReplyIntent = 'unclassified';
  let bestScore = 0;
  for (const [intent, min] of INTENTS) {
    const score = scores.get(intent) ?? 0;
    if (score < min || score <= bestScore) continue;
    best = intent;
    bestScore = score;
  }
  // A request to end the emails wins over every other intent of the text.
  return (scores.get('unsubscribe') ?? 0) >= WEIGHTS.strong ? 'unsubscribe' : best;
}

function matchesOf(text: string): readonly Match[] {
  const found = PHRASES.flatMap(({ intent, weight, pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: words }) => ({
      intent,
      weight,
      start: index,
      end: index + words.length,
    })),
  );
  return found.filter((match) => !found.some((other) => contains(other, match)));
}

function contains(outer: Match, inner: Match): boolean {
  const isLonger = outer.end - outer.start > inner.end - inner.start;
  return isLonger && outer.start <= inner.start && inner.end <= outer.end;
}

/** Of overlapping phrases of one intent, the strongest counts: the same words must not count twice. */
function scoresOf(matches: readonly Match[]): Map<PhraseIntent, number> {
  const scores = new Map<PhraseIntent, number>();
  const counted: Match[] = [];
  for (const match of matches.toSorted((one, other) => other.weight - one.weight)) {
    if (counted.some((other) => other.intent === match.intent && overlaps(other, match))) continue;
    counted.push(match);
    scores.set(match.intent, (scores.get(match.intent) ?? 0) + match.weight);
  }
  return scores;
}

function overlaps(one: Match, other: Match): boolean {
  return one.start < other.end && other.start < one.end;
}
