import { WEIGHTS, type Lexicon, type PhraseIntent } from './lexicon.ts';

export interface CompiledPhrase {
  readonly intent: PhraseIntent;
  readonly weight: number;
  readonly pattern: RegExp;
}

/** A gap does not skip them: "are not interested" is no "are * interested". */
const NEGATIONS =
  'not|no|never|dont|doesnt|isnt|arent|wont|cant|nicht|kein|keine|keinen|nie|pas|ne|non|plus|jamais|nao|nunca|nem|niet|geen|nooit|ni|mai';
const GAP = String.raw`(?:(?!(?:${NEGATIONS}|\||\?) )\S+ ){0,3}?`;

export function compileLexicon(lexicon: Lexicon): readonly CompiledPhrase[] {
  return entriesOf(lexicon).flatMap(([intent, byWeight]) =>
    entriesOf(byWeight).flatMap(([weight, phrases]) =>
      phrases.map((phrase) => ({ intent, weight: WEIGHTS[weight], pattern: compilePhrase(phrase) })),
    ),
  );
}

/** @throws Error for a phrase with an unknown character. */
function compilePhrase(phrase: string): RegExp {
  const words = phrase.replace(/^[=^]/, '').split(' ').map(compileWord).join('');
  if (phrase.startsWith('=')) return new RegExp(String.raw`^ (?:\| )*${words}(?:\| )*$`, 'g');
  return new RegExp(String.raw`(?<=${phrase.startsWith('^') ? String.raw`\| ` : ' '})${words}`, 'g');
}

function compileWord(word: string): string {
  if (word === '*') return GAP;
  if (!/^(?:[a-z0-9]+|\([a-z0-9]+(?:\|[a-z0-9]*)+\))$/.test(word))
    throw new Error(`A phrase of the lexicon has the unknown word ${word}.`);
  const isOptional = word.endsWith('|)');
  return isOptional
    ? `(?:${word.replace('|)', ')')} )?`.replace('(?:(', '(?:(?:')
    : `${word.replace('(', '(?:')} `;
}

function entriesOf<Key extends string, Value>(record: Partial<Readonly<Record<Key, Value>>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
