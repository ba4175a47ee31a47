/** How mail programs introduce the quoted original, in English, German, French, Spanish, Italian, Dutch, Portuguese. */
const ATTRIBUTION_STARTS = 'on|am|le|el|en|il(?: giorno)?|op|em|no dia|in data';
const ATTRIBUTION_VERBS =
  'wrote|schrieb|geschrieben|a écrit|escribi[oó]|ha scritto|het volgende geschreven|geschreven|schreef|escreveu';
const ATTRIBUTION = new RegExp(
  String.raw`^(?:${ATTRIBUTION_STARTS})\b.{5,300}?\b(?:${ATTRIBUTION_VERBS})(?![a-z])[^:]{0,120}:$`,
  'iu',
);
const ATTRIBUTION_CHARACTERS_MAX = 500;

/** `On Tue, 14 May 2024 at 10:12, Sam Seller <sales@example.com> wrote:` */
export function isAttribution(line: string): boolean {
  return line.length <= ATTRIBUTION_CHARACTERS_MAX && /\d/.test(line) && ATTRIBUTION.test(line);
}

/** Everything below is the original. */
export const ORIGINAL_FOLLOWS = new RegExp(
  [
    String.raw`^_{20,}$`,
    String.raw`^-{2,}\s*(?:original message|forwarded message|urspr(?:ü|ue)ngliche nachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original)\s*-{2,}$`,
  ].join('|'),
  'iu',
);

/** The labels above an original in Outlook. */
export const SENDER_LABEL = /^\*?(?:from|von|de|da|van)\s?:\*?\s/iu;
export const SENT_LABEL =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado(?: el)?|enviada(?: em)?|fecha|inviato|data|verzonden)\s?:\*?\s/iu;

export const MOBILE_SIGNATURE =
  /^(?:sent from (?:my|outlook|mail|yahoo)|get outlook for|von (?:meinem|mein) .{2,20} gesendet|gesendet (?:von|mit) |envoyé de(?:puis)? |enviado desde |inviato da(?:l|lla)? |verstuurd vanaf |verzonden (?:vanaf|met) |enviado (?:do|a partir do|pelo) |download outlook)/iu;

/** A closing formula on a line of its own. Names, titles and disclaimers follow it. */
export const CLOSING = new RegExp(
  String.raw`^(?:${[
    '(?:kind|best|warm|warmest|many)? ?regards',
    'best(?: wishes)?',
    'cheers',
    'sincerely|yours (?:sincerely|truly|faithfully)',
    'thanks|thank you|many thanks',
    'good luck',
    '(?:mit )?(?:freundlichen|besten|lieben|herzlichen|freundliche|beste|liebe|viele|herzliche|schöne) (?:grüßen|grüße|gruß|grüssen|grüsse)',
    'gruß|grüße|mfg|lg|vg',
    '(?:bien )?cordialement|(?:bien )?à vous|bonne (?:journée|réception)|salutations.*',
    '(?:un )?saludos?(?: cordiales)?|atentamente|un abrazo',
    '(?:cordiali|distinti) saluti|saluti|grazie',
    '(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|mvg|groet(?:en|jes)?',
    'cumprimentos|atenciosamente|abraços?|(?:com os )?melhores cumprimentos|obrigad[oa]',
  ].join('|')})[,.!]?$`,
  'iu',
);
