/** The window of every limit. */
export const WINDOW_MS = 60_000;
export const WINDOW_SECONDS = WINDOW_MS / 1000;

/** Requests of a user per window. */
const USER_LIMIT = 120;

/** The values that the limits of a caller depend on. */
export interface LimitSubject {
  readonly type: 'user' | 'api_key';
  /** Requests per window of an API key. */
  readonly keyLimit: number;
  readonly workspaceRequests: number;
  readonly workspaceWrites: number;
}

export interface LimitDefinition {
  readonly name: string;
  /** Requests with the same principal, or of the same workspace, are counted together. */
  readonly key: 'principal' | 'workspace';
  readonly value: (subject: LimitSubject) => number;
  /** Every request, every writing request, or the requests of routes that name the limit. */
  readonly appliesTo: 'all' | 'writes' | 'named';
}

/** The limits of a credential, in the order of the status endpoint. */
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
] as const satisfies readonly LimitDefinition[];

/** The names of the limits of a credential. */
export const LIMIT_NAMES: readonly string[] = CREDENTIAL_LIMITS.map(({ name }) => name);

/** The limits of recorded requests for links in emails, by client address and by token. */
export const TRACKING_LIMITS = {
  tracking_address: 600,
  tracking_token: 60,
} as const;

/** The limits of requests whose credential failed, by client address; `login` by user name and address. */
export const FAILURE_LIMITS = { address: 600, login: 10, login_address: 60 } as const;
