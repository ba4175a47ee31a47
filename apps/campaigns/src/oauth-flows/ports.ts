import type { Clock, Principal } from '@outreach/service-kit';
import type { AuthorizationServers, ProviderName, Providers } from '../oauth/index.ts';
import type { SendingAccounts } from '../sending-accounts/index.ts';

/** Creates and connects accounts. */
export type AccountConnector = SendingAccounts['connector'];
/** The fields of a new account. */
export type AccountChange = ReturnType<SendingAccounts['toChange']>;
export type ConnectedMailbox = Parameters<AccountConnector['connect']>[1];

/** A consent that was started and has not been answered yet. */
export interface OAuthFlow {
  /** The hash of the state. */
  readonly id: string;
  readonly workspace_id: string;
  /** Who has started it. */
  readonly principal_type: Principal['type'];
  readonly principal_id: string;
  readonly provider: ProviderName;
  /** The account to connect; null to create one. */
  readonly account_id: string | null;
  /** The fields of a new account, as a message. */
  readonly input: Uint8Array;
  readonly mask: readonly string[];
  readonly return_url: string | null;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636). */
  readonly code_verifier: string;
  readonly expires_at: Date;
}

/** The consents of the current call's workspace. */
export interface FlowStore {
  insert(flow: OAuthFlow): Promise<void>;
  find(id: string): Promise<OAuthFlow | undefined>;
  /** A consent of any workspace that can still be answered. */
  findOpen(id: string): Promise<OAuthFlow | undefined>;
  /** Part of a transaction: uses the state. Returns undefined if it is unknown, used or expired. */
  take(id: string): Promise<OAuthFlow | undefined>;
}

/** What the use cases of consents need. */
export interface OAuthFlowPorts {
  readonly flows: FlowStore;
  readonly providers: Providers;
  readonly servers: AuthorizationServers;
  readonly accounts: AccountConnector;
  readonly toChange: SendingAccounts['toChange'];
  /** An unguessable text of letters, digits, `-` and `_`, with 256 bits. */
  readonly newSecret: () => string;
  /** Where the provider sends the owner of the mailbox back to. */
  readonly redirectUri: string;
  readonly clock: Clock;
}
