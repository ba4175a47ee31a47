import { expect } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import {
  MAILBOX_DOMAIN,
  startDovecot,
  startPostfix,
  type MailSink,
  type TestDovecot,
} from '@outreach/testing/mail';
import { startOAuthServer, type TestOAuthServer } from '@outreach/testing/oauth-server';
import { accountCall } from './accounts-harness.ts';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import { SERVICE_KEY, type InboxWorkspace } from './inbox-harness.ts';
import { newSendingWorkspace } from './sending-harness.ts';

/** A provider, and mail servers that accept its tokens only. */
export interface OAuthMail {
  readonly oauth: TestOAuthServer;
  readonly dovecot: TestDovecot;
  /** The settings of a service that uses them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Refreshes so far. */
  refreshes(): number;
  stop(): Promise<void>;
}

/** Starts an OpenID provider, Dovecot, and Postfix, which delivers to all addresses of example.com. */
export async function startOAuthMail(): Promise<OAuthMail> {
  const oauth = await startOAuthServer();
  const dovecot = await startDovecot({ introspectionUrl: oauth.introspectionUrl });
  const postfix = await startPostfix({
    mailFolder: dovecot.mailFolder,
    maildirs: { '@example.com': 'recipients' },
    domains: ['example.com'],
    saslPort: dovecot.saslPort,
  });
  return {
    oauth,
    dovecot,
    settings: {
      ...oauth.settings,
      SERVICE_KEY,
      OAUTH_GOOGLE_SMTP: `127.0.0.1:${postfix.port}:none`,
      OAUTH_GOOGLE_IMAP: `127.0.0.1:${dovecot.port}:none`,
    },
    refreshes: () => oauth.requests.filter((type) => type === 'refresh_token').length,
    stop: async () => {
      await postfix.stop();
      await dovecot.stop();
      await oauth.stop();
    },
  };
}

/** A campaign whose account is connected by the consent of the owner of its mailbox. */
export async function newCampaign(mail: OAuthMail, service: CampaignsUnderTest): Promise<InboxWorkspace> {
  const username = `${newId('box').toLowerCase()}@${MAILBOX_DOMAIN}`;
  const server = { host: 'localhost', port: 1, security: 'none', username: null, sealed_password: null };
  const workspace = await newSendingWorkspace(service, {
    sink: { port: 1 } as MailSink,
    steps: [{}, { delay_value: 3, delay_unit: 'days' }],
    account: { email: username, provider: 'google', imap: server },
  });
  await consent(mail, service, { ...workspace, username });
  return { ...workspace, username };
}

export async function consent(
  { oauth }: OAuthMail,
  { client }: CampaignsUnderTest,
  { workspaceId, accountId: id, username: mailbox }: InboxWorkspace,
): Promise<void> {
  const ctx = accountCall(workspaceId);
  const { authorization_url } = await client.reconnectOAuth(ctx, { id });
  const url = await oauth.consent(authorization_url, { mailbox });
  const state = url.searchParams.get('state') ?? '';
  expect(await client.completeOAuth(ctx, { state, query: url.search.slice(1) })).toEqual({ account_id: id });
}
