import type { BounceClass } from '../feedback/index.ts';

/** A rule matches if its code, its status or its text matches, and `unless` does not. */
export interface ReplyRule {
  readonly classification: Exclude<BounceClass, 'unknown'>;
  readonly code?: number;
  readonly enhanced?: RegExp;
  /** Against the text in lower case, on one line, without addresses. */
  readonly text?: RegExp;
  readonly unless?: RegExp;
}

/** A regular expression for any of these phrases. */
function anyOf(...phrases: readonly string[]): RegExp {
  return new RegExp(phrases.join('|'), 'u');
}

/** The refusal is about the sender, also where it has the status of a bad recipient. */
const ABOUT_SENDER = anyOf(
  'sender (?:address )?(?:was |is )?(?:rejected|denied|blocked|refused|not allowed|invalid|unknown)',
  'bad (?:outbound )?sender',
  'sender verif(?:y|ication)',
  'verification failed for',
  'invalid sender',
  "sender'?s? (?:ip|domain)",
  'reject due to',
);

const RATE = anyOf(
  'receiving mail (?:at a rate|too quickly)',
  'rate[ -]?limit',
  'too many (?:messages|connections|recipients|e?-?mails|concurrent|invalid recipients)',
  '(?:sending|hourly|daily|outbound)[a-z ]{0,20} (?:limit|quota)',
  'exceed[a-z]* [a-z ]{0,30}(?:rate|thread limit)',
  'throttl',
  'gr[ea]y-?list',
  'unusual (?:rate|sending activity)',
  'temporarily deferred',
);

const UNAUTHENTICATED = anyOf(
  '\\b(?:dmarc|dkim|spf)\\b[^.]{0,80}(?:fail|reject|policy|invalid|pass|require|check|not |sender)',
  '(?:fail[a-z]*|reject[a-z]*|pass|invalid|unauthori[sz]ed)[^.]{0,80}\\b(?:dmarc|dkim|spf)\\b',
  'unauthenticated',
  'authentication (?:checks|level|information|requirements)',
  'openspf',
  'reverse dns|no ptr record|ptr record',
);

const SPAM = anyOf(
  '\\bspam(?!haus)',
  'spamhaus|spamcop|barracuda(?:central|networks)|sorbs|uceprotect|proofpoint\\.com|cloudmark|senderbase',
  '\\b[dr]nsbl|\\brbl\\b|\\bdnsbl',
  'block[ -]?list|black[ -]?list|deny[ -]?list',
  'blocked using',
  'unsolicited',
  'reputation',
  'junk (?:e-?)?mail',
  'banned (?:sending ip|sender)',
  'bulk (?:e-?)?mail',
  'phish',
);

const NO_MAILBOX = anyOf(
  'user unknown|unknown (?:user|recipient|mailbox|address|local|alias|or illegal alias)',
  'no such (?:user|mailbox|recipient|account|address|person|local user)',
  '(?:user|recipient|mailbox|account|address|person|alias|inbox)\\b[^.;]{0,60}(?:does not|doesn.?t|did not|no longer) exist',
  "(?:user|recipient|mailbox|address|account|e-?mail)\\b[^.;]{0,20} (?:could ?n[o']t be|cannot be|not|wasn't) (?:found|known|listed)",
  '(?:e-?mail )?address (?:you entered )?(?:could not|couldn.?t) be found',
  '\\bnot a (?:valid|known) (?:user|mailbox|recipient|address)',
  '(?:invalid|illegal|bad destination|non-?existent) (?:recipient|mailbox|user|address|e-?mail address)',
  '(?<!temporarily )mailbox (?:is )?unavailable',
  'mailbox name not allowed|no mailbox (?:here )?by that name',
  'recip(?:ient)?notfound',
  'recipient address rejected: (?:access denied|undeliverable|unverified|invalid)',
  "does ?n[o']t have an? \\S+ account",
  'user not local|unroute?able address|not our customer|no valid recipients',
  'adresse[^.;]{0,60}(?:invalide|inconnue|unbekannt|existiert nicht)|(?:utilisateur|destinataire)s? (?:inconnu|inexistant)',
  'usuario (?:desconocido|no existe)|usu[aá]rio (?:desconhecido|inexistente)|utente (?:sconosciuto|inesistente)',
  '(?:benutzer|empf(?:ä|ae)nger)[^.;]{0,40}(?:unbekannt|existiert nicht)',
);

const NO_DOMAIN = anyOf(
  '(?:host or )?domain (?:name )?(?:not found|does not exist|doesn.?t exist|is invalid)',
  'no such domain|host(?:name)? not found|nxdomain|null mx|unroute?able mail domain',
  "could ?n[o']t find any host",
  'relevant mx records point to non-?existent',
  'domain[^.;]{0,40}(?:does not|doesn.?t) accept (?:any )?(?:e-?)?mail',
);

const DISABLED = anyOf(
  '(?<!your )(?<!your e-?mail )\\b(?:account|mailbox|user|inbox|recipient|address)\\b[^.;]{0,40}(?:disabled|deactivated|suspended|inactive|discontinued|(?:has been|is|was) (?:closed|locked|terminated))',
  'no longer (?:active|in use|available|valid|accepts mail|employed|works|with (?:us|the))',
);

const TOO_LARGE = anyOf(
  'message (?:size|length|is too|too) (?:large|big|exceeds|limit)?',
  'exceed[a-z]* [a-z ]{0,40}(?:message )?size',
  'size limit|too large|too big',
);

const FULL = anyOf(
  'over (?:the )?quota|overquota|quota ?exceeded|exceed[a-z]* [a-z ]{0,30}(?:storage|quota)',
  'mail ?box[^.;]{0,20} full|inbox (?:is )?full|full mailbox|mailboxfull',
  'insufficient (?:disk |mailbox )?(?:space|quota)|out of storage|not enough (?:storage|space)',
  'storage (?:quota|allocation|space)',
);

const UNREACHED = anyOf(
  'connection (?:timed out|refused|reset|dropped|lost|closed|failed)|connect to ',
  'timed? ?out|no route to host|network (?:is )?unreachable',
  'econn(?:refused|reset|aborted)|etimedout|enotfound|eai_again|ehostunreach|enetunreach|epipe|esocket',
  'delivery time expired|queue too long|queue\\.expired|could not be delivered within',
  "was ?n[o']t able to establish",
);

const HARMFUL = anyOf(
  'virus|malware|infected|security issue',
  'attachment[^.;]{0,40}(?:not allowed|blocked|prohibited|rejected|forbidden)',
  '(?:message|body|header) (?:content|format)|content (?:rejected|filter)|malformed|not rfc',
);

const POLICY = anyOf(
  'polic(?:y|ies)|access denied|not (?:authori[sz]ed|permitted|allowed|accepted)|prohibit',
  'relay(?:ing)?\\b|administrative|\\bblocked\\b|denied|spoof|refused',
);

/**
 * The first match wins. The classes of type hard and block match permanent refusals only.
 */
export const REPLY_RULES: readonly ReplyRule[] = [
  { classification: 'mailbox_full', enhanced: /^[45]\.2\.2$/ },
  { classification: 'auth_failure', enhanced: /^5\.7\.(?:2[0-7]|509|515)$/ },
  { classification: 'message_too_large', enhanced: /^5\.(?:3\.4|2\.3)$/ },
  { classification: 'rate_limited', text: RATE },
  { classification: 'invalid_domain', enhanced: /^5\.(?:1\.2|4\.4|4\.310)$/, unless: ABOUT_SENDER },
  { classification: 'invalid_domain', text: /null mx/ },
  { classification: 'invalid_mailbox', enhanced: /^5\.1\.(?:0|1|3|10)$/, unless: ABOUT_SENDER },
  { classification: 'mailbox_disabled', enhanced: /^5\.2\.1$/ },
  { classification: 'auth_failure', text: UNAUTHENTICATED },
  { classification: 'spam_block', text: SPAM },
  { classification: 'policy_block', text: ABOUT_SENDER },
  { classification: 'mailbox_disabled', text: DISABLED },
  { classification: 'invalid_mailbox', text: NO_MAILBOX },
  { classification: 'invalid_domain', text: NO_DOMAIN },
  { classification: 'mailbox_full', text: FULL },
  { classification: 'rate_limited', enhanced: /^4\.7\./ },
  { classification: 'network', enhanced: /^4\.4\./ },
  { classification: 'policy_block', enhanced: /^5\.7\./ },
  { classification: 'content_rejected', enhanced: /^5\.6\./ },
  { classification: 'message_too_large', text: TOO_LARGE },
  { classification: 'rate_limited', code: 421 },
  { classification: 'network', text: UNREACHED },
  { classification: 'content_rejected', text: HARMFUL },
  { classification: 'policy_block', text: POLICY },
  { classification: 'mailbox_full', code: 552 },
];
