/** How mail programs introduce the quoted original, by language. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];
type Texts = Readonly<Record<Language, string>>;

const SAM = 'Sam Seller <sales@shop.example>';

export const GMAIL_QUOTE: Texts = {
  en: `On Tue, 14 May 2024 at 10:12, ${SAM} wrote:`,
  de: `Am Di., 14. Mai 2024 um 10:12 Uhr schrieb Sam Seller <\nsales@shop.example>:`,
  fr: `Le mar. 14 mai 2024 à 10:12, ${SAM} a écrit :`,
  es: `El mar, 14 may 2024 a las 10:12, Sam Seller (<sales@shop.example>)\nescribió:`,
  it: `Il giorno mar 14 mag 2024 alle ore 10:12 Sam Seller <\nsales@shop.example> ha scritto:`,
  nl: `Op di 14 mei 2024 om 10:12 schreef ${SAM}:`,
  pt: `Em ter., 14 de mai. de 2024 às 10:12, ${SAM}\nescreveu:`,
};

export const APPLE_QUOTE: Texts = {
  en: `On May 14, 2024, at 10:12 AM, ${SAM} wrote:`,
  de: `Am 14.05.2024 um 10:12 schrieb ${SAM}:`,
  fr: `Le 14 mai 2024 à 10:12, ${SAM} a écrit :`,
  es: `El 14 may 2024, a las 10:12, ${SAM} escribió:`,
  it: `Il giorno 14 mag 2024, alle ore 10:12, ${SAM} ha scritto:`,
  nl: `Op 14 mei 2024 om 10:12 heeft ${SAM} het volgende geschreven:`,
  pt: `No dia 14/05/2024, às 10:12, ${SAM} escreveu:`,
};

export const APPLE_SIGNATURE: Texts = {
  en: 'Sent from my iPhone',
  de: 'Von meinem iPhone gesendet',
  fr: 'Envoyé de mon iPhone',
  es: 'Enviado desde mi iPhone',
  it: 'Inviato da iPhone',
  nl: 'Verstuurd vanaf mijn iPhone',
  pt: 'Enviado do meu iPhone',
};

export const THUNDERBIRD_QUOTE: Texts = {
  en: 'On 14/05/2024 10:12, Sam Seller wrote:',
  de: 'Am 14.05.24 um 10:12 schrieb Sam Seller:',
  fr: 'Le 14/05/2024 à 10:12, Sam Seller a écrit :',
  es: 'El 14/5/24 a las 10:12, Sam Seller escribió:',
  it: 'Il 14/05/2024 10:12, Sam Seller ha scritto:',
  nl: 'Op 14-05-2024 om 10:12 schreef Sam Seller:',
  pt: 'Em 14/05/2024 10:12, Sam Seller escreveu:',
};

export const YAHOO_QUOTE: Texts = {
  en: `On Tuesday, May 14, 2024 at 10:12:33 AM GMT+2, ${SAM} wrote:`,
  de: `Am Dienstag, 14. Mai 2024 um 10:12:33 MESZ hat ${SAM} Folgendes geschrieben:`,
  fr: `Le mardi 14 mai 2024 à 10:12:33 UTC+2, ${SAM} a écrit :`,
  es: `En martes, 14 de mayo de 2024, 10:12:33 CEST, ${SAM} escribió:`,
  it: `Il martedì 14 maggio 2024 alle ore 10:12:33 CEST, ${SAM} ha scritto:`,
  nl: `Op dinsdag 14 mei 2024 om 10:12:33 CEST schreef ${SAM}:`,
  pt: `Em terça-feira, 14 de maio de 2024 10:12:33 WEST, ${SAM} escreveu:`,
};

/** Labels of sender, time, recipient and subject above an original in Outlook. */
export const OUTLOOK_LABELS: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  en: ['From:', 'Sent:', 'To:', 'Subject:'],
  de: ['Von:', 'Gesendet:', 'An:', 'Betreff:'],
  fr: ['De :', 'Envoyé :', 'À :', 'Objet :'],
  es: ['De:', 'Enviado el:', 'Para:', 'Asunto:'],
  it: ['Da:', 'Inviato:', 'A:', 'Oggetto:'],
  nl: ['Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'],
  pt: ['De:', 'Enviada:', 'Para:', 'Assunto:'],
};
