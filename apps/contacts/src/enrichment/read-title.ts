/** A title in lower case, with one space between its words. */
function wordsOf(title: string): string {
  return ` ${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()} `;
}

type TitleRule = readonly [value: string, pattern: RegExp];

/** The first matching rule decides; `chief of staff` and `product owner` have exceptions. */
const SENIORITY_RULES: readonly TitleRule[] = [
  ['entry', / assistant (to|of) /],
  ['intern', / (intern|internship|trainee|apprentice|working student|werkstudent(in)?|praktikant(in)?) /],
  ['founder', / (co ?)?founder /],
  ['owner', /(?<! (product|process|business|data|service|system|risk|control)) (co ?)?owner | proprietor /],
  [
    'c_suite',
    / chief (?!of staff)| (ceo|cfo|cto|coo|cmo|cio|ciso|cpo|cro|cso|cdo|cco|chro|clo|cao|cxo) |(?<! vice) president | managing director | geschäftsführer(in)? | general manager /,
  ],
  ['vp', / ([sea]?vp|vice president) /],
  [
    'partner',
    /(?<! business) partner (?!(manager|success|marketing|account|development|sales|program|enablement|engineer|solutions) )/,
  ],
  ['head', / (head|leiter(in)?) /],
  ['director', / (director|direktor(in)?) /],
  ['manager', / (manager(in)?|lead|leader|supervisor|teamleiter(in)?|chief of staff) /],
  ['senior', / (senior|sr|principal|staff|expert) /],
  ['entry', / (junior|jr|assistant|associate|graduate|entry level) /],
];

/** Specific departments come before `executive`: a founder who is the CTO belongs to engineering. */
const DEPARTMENT_RULES: readonly TitleRule[] = [
  [
    'human_resources',
    / (hr|hrbp|chro|human resources|talent\p{L}*|recruit\p{L}*|people (ops|operations|partner|team|&|and|officer)|personal(leiter|leiterin|abteilung)) /u,
  ],
  [
    'information_technology',
    / (it|cio|ciso|information (technology|security|systems?|officer)|cyber ?security|sysadmin|systems? administrator|network (engineer|administrator)|infrastructure) /,
  ],
  [
    'support',
    / (support|help ?desk|customer (service|care|success|experience)|client (service|success)s?|kundendienst) /,
  ],
  [
    'marketing',
    / (marketing|cmo|brand|growth|seo|content|communications?|public relations|pr|demand generation|social media|advertising|kommunikation) /,
  ],
  [
    'sales',
    / (sales|cro|revenue|account (executive|manager|director)|key account|business development|bdr|sdr|partnerships?|vertrieb\p{L}*|verkauf\p{L}*) /u,
  ],
  [
    'product',
    / (cpo|of product|product (manager|owner|management|lead|director|strategy|analyst|officer|operations)) /,
  ],
  ['design', / (design|designer|designers|ux|ui|art director|creative director|illustrator) /],
  [
    'engineering',
    / (cto|engineer|engineers|engineering|develop(er|ers|ment)|software|technology officer|technical (director|lead|officer)|architect|architecture|devops|sre|qa|programmer|data (scientist|science|engineering)|machine learning|r&d|entwick\p{L}*|ingenieur(in)?) /u,
  ],
  [
    'finance',
    / (cfo|financ\p{L}*|finanz\p{L}*|account(ant|ants|ing)|controller|controlling|treasur\p{L}*|audit\p{L}*|tax|bookkeep\p{L}*|buchhalt\p{L}*|payroll|investor relations) /u,
  ],
  ['legal', / (legal|clo|counsel|lawyer|attorney|paralegal|compliance|jurist(in)?) /],
  [
    'medical',
    / (medical|physician|doctor|nurse|clinical|surgeon|dentist|pharmacist|therapist|health ?care|arzt|ärztin) /,
  ],
  [
    'education',
    / (teacher|professor(in)?|lecturer|education|tutor|academic|instructor|dean|school|lehrer(in)?|dozent(in)?) /,
  ],
  ['consulting', / (consult\p{L}*|advisor|adviser|advisory|berater(in)?) /u],
  [
    'operations',
    / (operations?|coo|logisti\p{L}*|supply chain|procurement|purchasing|warehouse|manufactur\p{L}*|production|produktion|einkauf|facilit\p{L}*|office manager|(project|program|programme) manager) /u,
  ],
  [
    'executive',
    / (ceo|chief executive|chief of staff|(co ?)?founder|(co ?)?owner|proprietor|managing director|general manager|chair(man|woman|person)?|board|geschäftsführer(in)?) |(?<! vice) president /,
  ],
];

type TitleReading = Readonly<Record<'seniority' | 'department', string | undefined>>;

/** Seniority and department by the words of a job title; undefined if no rule matches. */
export function readTitle(title: string): TitleReading {
  const words = wordsOf(title);
  const firstMatch = (rules: readonly TitleRule[]) => rules.find(([, pattern]) => pattern.test(words))?.[0];
  return { seniority: firstMatch(SENIORITY_RULES), department: firstMatch(DEPARTMENT_RULES) };
}
