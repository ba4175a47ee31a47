const CONTACT = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'title',
  'seniority',
  'department',
  'phone',
  'city',
  'state',
  'country',
  'time_zone',
  'linkedin_url',
];
const COMPANY = ['name', 'domain', 'industry', 'employee_count', 'revenue_band'];
const SENDER = ['from_name', 'email', 'signature'];
const SHOWN_MAX = 8;

/** The variables of templates, such as `contact.first_name`. */
export function variablesOf(customNames: readonly string[]): readonly string[] {
  return [
    ...CONTACT.map((name) => `contact.${name}`),
    ...COMPANY.map((name) => `company.${name}`),
    ...customNames.map((name) => `custom_fields.${name}`),
    ...SENDER.map((name) => `sender.${name}`),
  ];
}

/** An open `{{` before the caret. */
export interface OpenVariable {
  /** The position after the braces. */
  readonly start: number;
  readonly typed: string;
}

/** The variable that is typed at the caret; undefined outside of `{{ }}`, and after a filter began. */
export function openVariableAt(text: string, caret: number): OpenVariable | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('{{') + 2;
  if (start === 1) return undefined;
  const typed = before.slice(start).trimStart();
  return /^[\w.]*$/.test(typed) ? { start, typed } : undefined;
}

/** The variables whose name, or a part of it after a dot or an underscore, begins with the typed text. */
export function matchingVariables(variables: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const isMatch = (name: string): boolean => {
    const lower = name.toLowerCase();
    return lower.startsWith(wanted) || lower.includes(`.${wanted}`) || lower.includes(`_${wanted}`);
  };
  return variables.filter(isMatch).slice(0, SHOWN_MAX);
}

/** The text with the variable in place of the typed one, and the caret after its closing braces. */
export function insertVariable(
  text: string,
  caret: number,
  variable: string,
): { readonly text: string; readonly caret: number } {
  const open = openVariableAt(text, caret);
  if (open === undefined) return { text, caret };
  const after = text.slice(caret);
  const closing = /^\w*\s*\}\}/.exec(after)?.[0] ?? '';
  const before = `${text.slice(0, open.start)} ${variable} }}`;
  return { text: before + after.slice(closing.length), caret: before.length };
}
