import { campaignErrors } from '@outreach/contracts-campaigns';
import { OAUTH_PROVIDERS } from '@outreach/contracts-campaigns/oauth';
import type { SERVER_SECURITIES } from '@outreach/contracts-campaigns/records';
import type { AppError } from '@outreach/errors';
import { normaliseEmail } from '@outreach/values';

export type ProviderName = (typeof OAUTH_PROVIDERS)[number];

export interface ProviderServer {
  readonly host: string;
  readonly port: number;
  readonly security: (typeof SERVER_SECURITIES)[number];
}

/** The public endpoints and servers of a provider, and what its consent asks for. */
interface ProviderRow {
  /** `{tenantid}` in the issuer stands for the claim `tid` of the ID token. */
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly jwksUrl: string;
  /** Null if the provider has no endpoint for it. */
  readonly revocationUrl: string | null;
  readonly scopes: readonly string[];
  /** Further parameters of the authorization request: a refresh token is returned at every consent. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Claims of the ID token with the address of the mailbox, in the order of preference. */
  readonly addressClaims: readonly string[];
  readonly smtp: ProviderServer;
  readonly imap: ProviderServer;
  /** Domains of the mail servers of the provider. */
  readonly domains: readonly string[];
}

/** A provider for which the operator has registered an application. */
export interface OAuthProvider extends ProviderRow {
  readonly name: ProviderName;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
}

const MICROSOFT = 'https://login.microsoftonline.com';
const TENANT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** https://developers.google.com/identity/protocols/oauth2/web-server and https://developers.google.com/gmail/imap/xoauth2-protocol. */
const GOOGLE_ROW: ProviderRow = {
  issuer: 'https://accounts.google.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  revocationUrl: 'https://oauth2.googleapis.com/revoke',
  scopes: ['openid', 'email', 'https://mail.google.com/'],
  parameters: { access_type: 'offline', prompt: 'consent' },
  addressClaims: ['email'],
  smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  domains: ['gmail.com', 'googlemail.com', 'google.com'],
};

/** https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth. */
function microsoftRow(tenant: string): ProviderRow {
  const authority = `${MICROSOFT}/${tenant}`;
  return {
    issuer: `${MICROSOFT}/${TENANT_ID.test(tenant) ? tenant : '{tenantid}'}/v2.0`,
    authorizationUrl: `${authority}/oauth2/v2.0/authorize`,
    tokenUrl: `${authority}/oauth2/v2.0/token`,
    jwksUrl: `${authority}/discovery/v2.0/keys`,
    revocationUrl: null,
    scopes: [
      'openid',
      'email',
      'profile',
      'offline_access',
      'https://outlook.office.com/SMTP.Send',
      'https://outlook.office.com/IMAP.AccessAsUser.All',
    ],
    parameters: { prompt: 'select_account' },
    addressClaims: ['email', 'preferred_username'],
    smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' },
    imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
    domains: ['office365.com', 'outlook.com', 'live.com'],
  };
}

/** What the operator has set for a provider; empty texts stand for the public values. */
export interface ProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly jwksUrl: string;
  readonly revocationUrl: string;
  readonly smtp: ProviderServer | undefined;
  readonly imap: ProviderServer | undefined;
}

export interface ProvidersOptions {
  readonly settings: Readonly<Record<ProviderName, ProviderSettings>>;
  readonly microsoftTenant: string;
}

export interface Providers {
  /**
   * @param field the field of the request that names the provider; `provider` by default.
   * @throws AppError failed_precondition with code `provider_not_configured`.
   */
  require(name: ProviderName, field?: string): OAuthProvider;
  find(name: ProviderName): OAuthProvider | undefined;
}

export function createProviders({ settings, microsoftTenant }: ProvidersOptions): Providers {
  const rows: Readonly<Record<ProviderName, ProviderRow>> = {
    google: GOOGLE_ROW,
    microsoft: microsoftRow(microsoftTenant),
  };
  const configured = new Map(
    OAUTH_PROVIDERS.flatMap((name) => {
      const provider = configure(name, rows[name], settings[name]);
      return provider === undefined ? [] : [[name, provider] as const];
    }),
  );
  return {
    find: (name) => configured.get(name),
    require: (name, field = 'provider') => {
      const provider = configured.get(name);
      if (provider === undefined) throw notConfigured(name, field);
      return provider;
    },
  };
}

function configure(
  name: ProviderName,
  row: ProviderRow,
  { clientId, clientSecret, ...settings }: ProviderSettings,
): OAuthProvider | undefined {
  if (clientId === '') return undefined;
  const { smtp = row.smtp, imap = row.imap } = settings;
  // A private installation has no public endpoint beside its own token endpoint.
  const revocationUrl = settings.tokenUrl === '' ? row.revocationUrl : null;
  return {
    ...row,
    name,
    clientId,
    clientSecret,
    issuer: settings.issuer || row.issuer,
    authorizationUrl: settings.authorizationUrl || row.authorizationUrl,
    tokenUrl: settings.tokenUrl || row.tokenUrl,
    jwksUrl: settings.jwksUrl || row.jwksUrl,
    revocationUrl: settings.revocationUrl || revocationUrl,
    smtp,
    imap,
  };
}

function notConfigured(provider: ProviderName, field: string): AppError {
  return campaignErrors.providerNotConfigured.make({ field, details: { provider } });
}

/** The address of the mailbox that an ID token names; undefined without a valid one. */
export function mailboxOf(
  { addressClaims }: Pick<OAuthProvider, 'addressClaims'>,
  claims: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const name of addressClaims) {
    const claim = claims[name];
    if (typeof claim === 'string' && claim !== '') return normaliseEmail(claim);
  }
  return undefined;
}

/**
 * True if tokens of the provider may be sent to the server: it belongs to the provider, and the connection is encrypted
 * unless the operator has configured otherwise.
 */
export function isServerOf(
  provider: Pick<OAuthProvider, 'smtp' | 'imap' | 'domains'>,
  { host, security }: ProviderServer,
): boolean {
  const own = [provider.smtp, provider.imap].filter((server) => server.host === host);
  if (security === 'none') return own.some((server) => server.security === 'none');
  return own.length > 0 || provider.domains.some((domain) => host.endsWith(`.${domain}`));
}
