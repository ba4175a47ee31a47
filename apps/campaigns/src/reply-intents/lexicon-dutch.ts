import type { Lexicon } from './lexicon.ts';

export const DUTCH: Lexicon = {
  unsubscribe: {
    strong: [
      '=(uitschrijven|afmelden|stop|verwijderen)',
      '^(uitschrijven|afmelden)',
      '(graag|gelieve|willen|wil) * (uitschrijven|afmelden|uitgeschreven)',
      '(schrijf|meld) (mij|me|ons) (uit|af)',
      '(verwijder|haal|schrap|verwijdert) (mij|me|ons|mijn|onze)',
      '(uit|van) (jullie|uw|je|de|deze) * (mailinglijst|maillijst|verzendlijst|mailbestand)',
      'geen * (mails|mail|emails|berichten|reclame) meer',
      '(niet|nooit) meer (mailen|benaderen|contacteren|contact|lastig|te)',
      'stop met (mailen|het|sturen|mij|bellen|deze)',
      '(mail|mailt|benader|contacteer) (mij|me|ons) niet',
    ],
    medium: [
      '(uit|van) (jullie|uw|je) * (lijst|bestand|database)',
      'avg',
      'spam',
      'uitschrijven',
      'afmelden',
    ],
  },
  not_interested: {
    strong: [
      '=nee',
      'geen * (interesse|belangstelling|behoefte)',
      'niet * geinteresseerd',
      '^nee (bedankt|dank|hoor|dankje|dankjewel)',
      'niet nodig',
      'niet voor (ons|mij)',
      '(hebben|heb|werken) * al (een|met)',
      '(tevreden|blij) (met|over)',
      'zijn * voorzien',
      'past niet',
    ],
    medium: ['niet (relevant|interessant)', 'nee (bedankt|dank)'],
  },
  not_now: {
    strong: [
      'nu (even|nog|) * niet',
      'nu niet',
      'nu even niet',
      'geen (budget|prioriteit|tijd)',
      'probeer het',
      '(kom|neem|benader) * (later|volgend)',
      'niet het (juiste|goede) moment',
    ],
    medium: [
      'later (nog|dit|opnieuw|weer|een)',
      '(volgend|komend|nieuwe) (jaar|kwartaal|halfjaar)',
      'over (twee|drie|zes|een|enkele) * maanden',
      'in (januari|februari|maart|april|mei|juni|juli|september|oktober|november|december)',
      'momenteel niet',
    ],
    weak: ['momenteel', 'op dit moment'],
  },
  wrong_person: {
    strong: [
      '(verkeerde|foute|onjuiste) (persoon|contactpersoon|adres|afdeling)',
      'niet de (juiste|aangewezen) (persoon|contactpersoon)',
      'niet (meer|langer) (werkzaam|in|bij)',
      '(werk|werken) * niet (meer|langer)',
      'ga ik niet over',
      'niet verantwoordelijk',
    ],
    medium: ['pensioen'],
  },
  referral: {
    strong: [
      'contact (op|opnemen|opneemt) met',
      'contact op te nemen met',
      '(benader|mail|bel|vraag) (mijn|onze) (collega|manager|directeur)',
      'in de cc',
      '(stuur|stuurde|doorgestuurd|speel) * (door|aan|naar) (mijn|onze|een)',
    ],
    medium: [
      '(mijn|onze) (collega|manager|directeur|leidinggevende|baas)',
      'verantwoordelijk (voor|is)',
      'gaat (hierover|daarover)',
    ],
    weak: ['addr'],
  },
  meeting_requested: {
    strong: [
      '(even|samen|kort) (bellen|praten|sparren|overleggen)',
      '(afspraak|gesprek|call|meeting|overleg) (maken|plannen|inplannen|te)',
      '(plan|plannen|inplannen|prik|prikken|maken) * (afspraak|call|gesprek|meeting|overleg|moment)',
      'bel (mij|me|ons)',
      'weekday * clock',
      'wanneer (kun|kunt|heb|heeft|schikt|past|kan)',
    ],
    medium: ['een (afspraak|gesprek|call|meeting)', 'bellen', 'kennismaken', 'kennismaking'],
    weak: ['weekday', 'volgende week'],
  },
  interested: {
    strong: [
      'klinkt * (interessant|goed|leuk|mooi)',
      '(ben|zijn) * geinteresseerd',
      'niet * (tevreden|blij) (met|over)',
      '(meer|extra|verdere) (informatie|info|details)',
      '(stuur|sturen|mail|ontvangen|ontvang) * (informatie|info|brochure|presentatie|prijzen|offerte|documentatie)',
      '(graag|wil) meer',
      '(heb|hebben) * interesse',
    ],
    medium: ['interesse', 'interessant', 'geinteresseerd', 'benieuwd'],
  },
  question: {
    strong: ['(wat|hoeveel) (kost|kosten)', 'wat (is|zijn) * (prijs|prijzen|kosten)'],
    medium: ['^(hoe|wat|waarom|wie|waar|wanneer|welke|kan|kunnen|hebben|heeft|hoeveel|bieden)'],
  },
  out_of_office: {
    strong: [
      '(ben|afwezig) * (afwezig|tot)',
      'niet (op|aanwezig) kantoor',
      '(op|met) vakantie',
      'niet aanwezig',
    ],
  },
};
