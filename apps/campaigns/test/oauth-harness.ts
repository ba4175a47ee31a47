import type {
  CompleteOAuthResponse,
  SendingAccount,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import type { CallContext } from '@outreach/service-kit';
import type { TestOAuthServer } from '@outreach/testing/oauth-server';
import {
  accountCall,
  newWorkspace,
  readAccount,
  startAccounts,
  updateAccount,
  written,
  type AccountsUnderTest,
  type Fields,
} from './accounts-harness.ts';

/** Starts a service whose mailboxes of Google have their SMTP server at this port. */
export async function startMailboxes(oauth: TestOAuthServer, smtpPort: number): Promise<OAuthService> {
  return { ...(await startAccounts(oauthSettings(oauth, smtpPort))), oauth };
}

function oauthSettings(oauth: TestOAuthServer, smtpPort: number): Record<string, string> {
  const server = `127.0.0.1:${smtpPort}:none`;
  return { ...oauth.settings, OAUTH_GOOGLE_SMTP: server, OAUTH_GOOGLE_IMAP: server };
}

export interface ConsentOptions {
  readonly mailbox: string;
  readonly refuses?: boolean;
  readonly fields?: Fields;
  readonly accountId?: string;
  readonly returnUrl?: string;
}

/** The service, with the provider of its mailboxes. */
export interface OAuthService extends AccountsUnderTest {
  readonly oauth: TestOAuthServer;
}

/** A state, and the query that the provider has added to the address of the callback. */
export interface Returned {
  readonly state: string;
  readonly query: string;
}

/** Starts a consent, and lets the owner of the mailbox answer. */
export async function consent(
  { client, oauth }: OAuthService,
  ctx: CallContext,
  { mailbox, refuses = false, fields = {}, accountId, returnUrl }: ConsentOptions,
): Promise<Returned> {
  const { input: account, mask } = written(fields);
  const started =
    accountId === undefined
      ? await client.startOAuth(ctx, { provider: 'google', account, mask, return_url: returnUrl })
      : await client.reconnectOAuth(ctx, { id: accountId, return_url: returnUrl });
  const url = await oauth.consent(started.authorization_url, { mailbox, refuses });
  return { state: url.searchParams.get('state') ?? '', query: url.search.slice(1) };
}

/** A whole consent. */
export async function connect(
  service: OAuthService,
  ctx: CallContext,
  options: ConsentOptions,
): Promise<CompleteOAuthResponse> {
  return service.client.completeOAuth(ctx, await consent(service, ctx, options));
}

let count = 0;

/** An account that is connected by a consent, without IMAP. */
export async function newMailbox(service: OAuthService): Promise<SendingAccount> {
  count += 1;
  const workspaceId = newWorkspace();
  const ctx = accountCall(workspaceId);
  const { account_id: id = '' } = await connect(service, ctx, { mailbox: `box${count}@mail.test` });
  return updateAccount(service, { id, workspace_id: workspaceId }, { imap: null });
}

/** Moves the end of the access token. */
export async function endIn(
  { database }: Pick<AccountsUnderTest, 'database'>,
  { id }: Pick<SendingAccount, 'id'>,
  ms: number,
): Promise<void> {
  const expires_at = new Date(Date.now() + ms);
  await database.collection<{ _id: string }>('oauth_tokens').updateOne({ _id: id }, { $set: { expires_at } });
}

export async function testLogIn(service: AccountsUnderTest, { id, workspace_id: ws }: SendingAccount) {
  const result = await service.client.testSendingAccount(accountCall(ws), { id });
  return { ...result, account: await readAccount(service, { id, workspace_id: ws }) };
}
