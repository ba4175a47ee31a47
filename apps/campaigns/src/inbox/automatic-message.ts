import { headerOf, type InboundMessage } from './message.ts';

const MARKERS = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoreply-from', 'x-mail-autoreply'];
const PRECEDENCE_BULK = /^(?:bulk|junk|list)\b/i;
/** How mail programs start the subject of an automatic reply. */
const SUBJECTS =
  /^(?:auto(?:matic)?[ -]?(?:reply|response)|automatische antwort|abwesenheitsnotiz|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|resposta automática|out of (?:the )?office|auto:)/i;
const ABSENCE =
  /out of (?:the )?office|automatic reply|automatische antwort|abwesen|urlaub|réponse automatique|\babsen[ct]|cong[ée]s|fuera de (?:la )?oficina|respuesta automática|vacaciones|ausen|risposta automatica|fuori (?:ufficio|sede)|\bferie\b|assen[tz]|automatisch antwoord|afwezig|vakantie|resposta automática|férias|on (?:annual |parental |maternity |paternity |sick )?leave|vacation|on holiday|nicht im (?:büro|hause)|in (?:elternzeit|mutterschutz)/i;
const TEXT_CHARACTERS_MAX = 2_000;

export type Automation =
  /** Written by an automatic responder. */
  | 'reply'
  /** Sent to many: a newsletter, or a responder that marks its messages in this form. */
  | 'bulk';

/** RFC 3834, and the headers of older responders. Undefined for a message that a person wrote. */
export function automationOf(message: InboundMessage): Automation | undefined {
  const submitted = headerOf(message, 'auto-submitted')?.toLowerCase();
  if (submitted !== undefined && !submitted.startsWith('no')) return 'reply';
  if (MARKERS.some((name) => message.headers.has(name)) || SUBJECTS.test(message.subject)) return 'reply';
  const precedence = headerOf(message, 'precedence') ?? '';
  if (/^auto[_-]?reply/i.test(precedence)) return 'reply';
  const isBulk = PRECEDENCE_BULK.test(precedence) || message.headers.has('list-id');
  return isBulk || headerOf(message, 'return-path') === '<>' ? 'bulk' : undefined;
}

/** True for a notice of absence, false for another automatic message. */
export function isAbsence({ subject, text }: Pick<InboundMessage, 'subject' | 'text'>): boolean {
  return ABSENCE.test(subject) || ABSENCE.test(text.slice(0, TEXT_CHARACTERS_MAX));
}
