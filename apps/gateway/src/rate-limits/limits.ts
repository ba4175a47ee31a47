/** The window of every limit. */
export const WINDOW_MS = 60_000;
export const WINDOW_SECONDS = WINDOW_MS / 1000;

/** Requests per window where neither key nor workspace says otherwise. */
const USER_LIMIT = 120;

/** What decides a limit's value. */
export interface LimitSubject {
  readonly type: 'user' | 'api_key';
  /** Requests per window of an API key. */
  readonly keyLimit: number;
  readonly workspaceRequests: number;
  readonly workspaceWrites: number;
}

export interface LimitRow {
  readonly name: string;
  /** Whose requests are counted together. */
  readonly key: 'principal' | 'workspace';
  readonly value: (subject: LimitSubject) => number;
  /** Every request, every request that writes, or the routes that name the limit. */
  readonly appliesTo: 'all' | 'writes' | 'named';
}

/** The limits that a credential meets, in the order in which the status endpoint lists them. */
export const CREDENTIAL_LIMITS = [
  {
    name: 'credential',
    key: 'principal',
    value: (subject) => (subject.type === 'user' ? USER_LIMIT : subject.keyLimit),
    appliesTo: 'all',
  },
  { name: 'write', key: 'principal', value: ({ type }) => (type === 'user' ? 60 : 300), appliesTo: 'writes' },
  { name: 'bulk', key: 'principal', value: () => 30, appliesTo: 'named' },
  { name: 'analytics', key: 'principal', value: () => 120, appliesTo: 'named' },
  { name: 'workspace', key: 'workspace', value: (subject) => subject.workspaceRequests, appliesTo: 'all' },
  {
    name: 'workspace_write',
    key: 'workspace',
    value: (subject) => subject.workspaceWrites,
    appliesTo: 'writes',
  },
  { name: 'campaign_create', key: 'workspace', value: () => 10, appliesTo: 'named' },
  { name: 'campaign_launch', key: 'workspace', value: () => 10, appliesTo: 'named' },
] as const satisfies readonly LimitRow[];

/** The limits of requests whose credential failed, by client address; `login` by user name and address. */
export const FAILURE_LIMITS = { address: 600, login: 10, login_address: 60 } as const;

export type CredentialLimitName = (typeof CREDENTIAL_LIMITS)[number]['name'];
