/** A reply is understood by its beginning. */
export const TEXT_CHARACTERS_MAX = 2_000;
/** A shorter line ends a sentence: mail programs wrap lines later than this. */
const WRAPPED_LINE_MIN = 50;

const WEEKDAYS = [
  'monday tuesday wednesday thursday friday',
  'montag dienstag mittwoch donnerstag freitag',
  'lundi mardi mercredi jeudi vendredi',
  'lunes martes miercoles jueves viernes',
  'lunedi martedi mercoledi giovedi venerdi',
  'maandag dinsdag woensdag donderdag vrijdag',
]
  .join(' ')
  .replaceAll(' ', '|');

const CALENDARS =
  /\b(?:https?:\/\/)?[a-z0-9.-]*(?:calendly\.com|cal\.com|meetings\.hubspot|savvycal\.com|tidycal\.com|zcal\.co|calendar\.app\.google|bookwithme|bookings)\S*/g;

/**
 * The text for the comparison with phrases: words in lower case without accents and apostrophes, each followed by a
 * space. `|` is the end of a sentence, `?` a question mark; days, times, addresses and links to calendars are one word.
 */
export function normaliseText(text: string): string {
  const plain = joinWrapped(text.slice(0, TEXT_CHARACTERS_MAX))
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/['’‘`´]/g, '')
    .replaceAll(CALENDARS, ' calendarurl ')
    .replaceAll(/https?:\/\/\S+/g, ' url ')
    .replaceAll(/[^\s@<>():,;]{1,64}@[^\s@<>():,;]{1,255}/g, ' addr ')
    .replaceAll(
      /\b\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|uhr|uur)\b|\b\d{1,2}h(?:\d{2})?\b|\b\d{1,2}:\d{2}\b/g,
      ' clock ',
    )
    .replaceAll('?', ' ? | ')
    .replaceAll(/[.!;:…¿¡\n]/g, ' | ')
    .replaceAll(/[^a-z0-9|?]+/g, ' ')
    .replaceAll(
      new RegExp(String.raw`\b(?:${WEEKDAYS})s?\b|\b(?:segunda|terca|quarta|quinta|sexta) feira\b`, 'g'),
      'weekday',
    );
  return ` | ${plain} | `.replaceAll(/\s+/g, ' ');
}

/** Joins lines that a mail program has wrapped. */
function joinWrapped(text: string): string {
  return text.replaceAll(/([^\n]*)\n(?=[^\n\s])/g, (line: string, words: string) =>
    words.length < WRAPPED_LINE_MIN ? line : `${words} `,
  );
}
