import type { Lexicon } from './lexicon.ts';

export const ITALIAN: Lexicon = {
  unsubscribe: {
    strong: [
      '(cancellami|cancellarmi|cancellatemi|cancellateci|cancellarci|rimuovimi|rimuovermi|rimuovetemi|rimuoveteci|rimuoverci)',
      '(toglietemi|toglimi|togliermi|toglieteci|eliminatemi|eliminami|eliminarmi)',
      '(disiscrivimi|disiscrivermi|disiscrivetemi|disiscrizione|disiscrivere)',
      '(cancellare|rimuovere|eliminare|cancellate|rimuovete|eliminate|cancelli|rimuova) (i|il|la|le) * (miei|mio|mia|mie|nostri|nostro)',
      'dalla (mailing|newsletter)',
      'non (contattatemi|contattarmi|contattateci|scrivetemi|scrivermi|inviatemi|inviarmi|mandatemi|mandarmi)',
      'non mi (contattate|scrivete|inviate|mandate|contatti|scriva|scrivere|contattare) piu',
      '(smettetela|smettete|smetti|smetta) di',
      'non (voglio|desidero|vogliamo|desideriamo) * ricevere',
      'non (voglio|desidero|vogliamo|desideriamo) piu ricevere',
    ],
    medium: ['(dalla|dalle|da) (vostra|vostre|tua|sua|questa) * (lista|liste|mailing)', 'gdpr', 'spam'],
  },
  not_interested: {
    strong: [
      '=no',
      'non (mi|ci) interessa',
      'non (sono|siamo) * (interessato|interessata|interessati|interessate)',
      '^no grazie',
      'non (abbiamo|ho|ne) * bisogno',
      'non (ci|mi) serve',
      'abbiamo gia (un|una|il)',
      '(soddisfatti|contenti|soddisfatto) (del|della|con|di|dei)',
      '(nessun|alcun) interesse',
      'non fa per (noi|me)',
      'non e * interesse',
    ],
    medium: ['no grazie'],
  },
  not_now: {
    strong: [
      'non (ora|adesso)',
      'non per ora',
      '(al|per) (momento|ora) no',
      'riparliamo',
      '(ricontattami|ricontattatemi|ricontattateci|ricontattarci|ricontattarmi|risentiamoci|ricontatti)',
      'non (abbiamo|ce|ho) * budget',
      'non e * (momento|priorita|prioritario|prioritaria)',
    ],
    medium: [
      '(prossimo|nuovo) (anno|trimestre|semestre|mese)',
      'anno prossimo',
      'piu avanti',
      'piu tardi',
      '(tra|fra) (due|tre|sei|qualche|alcuni) * (mesi|mese)',
      '(a|in) (gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|settembre|ottobre|novembre|dicembre)',
    ],
    weak: ['al momento', 'per ora', 'adesso'],
  },
  wrong_person: {
    strong: [
      'non sono (la|il) (persona|referente|responsabile)',
      '(persona|contatto|indirizzo) (sbagliata|sbagliato)',
      'sbagliato persona',
      'non (lavoro|sono) piu',
      'non (mi|me) occupo',
    ],
    medium: ['in pensione'],
  },
  referral: {
    strong: [
      '(contatti|contattare|contatta|contattate|senta|sentire|scriva|scrivere|rivolga|rivolgersi|rivolgetevi|rivolgiti|parlare|parli) * (collega|responsabile|direttore|direttrice|ufficio|referente|addr)',
      'in copia',
      '(inoltro|giro|inoltrato) * (collega|responsabile|mio|mia)',
    ],
    medium: [
      '(mio|mia|nostro|nostra) (collega|responsabile|direttore|direttrice|capo)',
      'si occupa',
      'il referente',
    ],
    weak: ['addr'],
  },
  meeting_requested: {
    strong: [
      '(fissare|fissiamo|organizzare|organizziamo|fare|facciamo|programmare|prenotare|pianificare) * (call|chiamata|incontro|riunione|appuntamento|telefonata|videocall|videochiamata|demo)',
      '(sentirci|sentiamoci|vederci|sentiamo) * (weekday|telefonicamente|domani|telefono|settimana)',
      '(chiamami|chiamatemi|chiamarmi)',
      'mi chiami',
      'weekday * clock',
    ],
    medium: [
      '(una|un) (call|chiamata|incontro|riunione|appuntamento)',
      'sentirci',
      'weekday (mattina|pomeriggio)',
    ],
    weak: ['weekday', 'disponibile', 'prossima settimana'],
  },
  interested: {
    strong: [
      '(sono|siamo|sarei|saremmo) * (interessato|interessata|interessati|interessate)',
      '(mi|ci) (interessa|interesserebbe)',
      'non (siamo|sono) * (soddisfatti|contenti|soddisfatto) (del|della|con|di|dei)',
      '(maggiori|piu|ulteriori) (informazioni|dettagli|info)',
      'saperne * piu',
      '(mandi|mandami|mandatemi|mandarmi|inviatemi|inviami|inviarmi|invii|inviare|mandare) * (informazioni|materiale|presentazione|brochure|prezzi|listino|dettagli|info)',
    ],
    medium: ['interessante', 'volentieri', 'mi piacerebbe', 'incuriosito'],
  },
  question: {
    strong: ['quanto (costa|viene|costerebbe)', '(qual|quale|quali) (e|sono) * (prezzo|prezzi|costo|costi)'],
    medium: ['^(quanto|quale|qual|quali|come|perche|chi|dove|quando|cosa|che|avete|offrite|si)'],
  },
  out_of_office: {
    strong: ['fuori (ufficio|sede)', '(sono|saro) in ferie', 'assente (dall|dal|fino)'],
  },
};
