import { names } from '@nx/devkit';

/** The spellings of one name. */
export interface Spellings {
  /** call-note */
  readonly kebab: string;
  /** callNote */
  readonly camel: string;
  /** CallNote */
  readonly pascal: string;
  /** call_note */
  readonly snake: string;
  /** call note */
  readonly words: string;
}

export function spell(name: string): Spellings {
  const { fileName, propertyName, className } = names(name.replaceAll(/[._]/g, '-'));
  return {
    kebab: fileName,
    camel: propertyName,
    pascal: className,
    snake: fileName.replaceAll('-', '_'),
    words: fileName.replaceAll('-', ' '),
  };
}

/** The singular of a regular English plural: notes, replies, boxes. @throws Error for an irregular one. */
export function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  if (/[^s]s$/.test(plural)) return plural.slice(0, -1);
  throw new Error(`${plural} has no regular singular: pass --singular.`);
}

export const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
