const CHARACTERS_MAX = 120;
/** Line breaks, other control characters, and marks that change the direction of the text around them. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+|\p{Surrogate}/gu;

/** A name of a customer as part of a line of text: without line breaks and controls, at most 120 characters. */
export function oneLine(text: string): string {
  const characters = Array.from(text.replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim());
  return characters.length <= CHARACTERS_MAX
    ? characters.join('')
    : `${characters.slice(0, CHARACTERS_MAX - 1).join('')}…`;
}
