import type { NewId } from '@outreach/service-kit';
import type { ConnectionTester } from '../mail-servers/index.ts';
import type { Providers, TokenStore } from '../oauth/index.ts';
import type { ChangeRules } from './change-account.ts';
import type { InboxWork } from './inbox-ports.ts';
import type { Logins } from './logins.ts';
import type {
  AccountDays,
  AccountStore,
  AccountWork,
  Blocklist,
  DnsResolver,
  TrackingDomains,
} from './ports.ts';
import type { SaveAccountPorts } from './save-account.ts';
import type { UseInboxes } from './use-inboxes.ts';

/** What the use cases of accounts need. */
export interface AccountPorts extends SaveAccountPorts, ChangeRules {
  readonly accounts: AccountStore;
  readonly days: AccountDays;
  readonly work: AccountWork;
  readonly inboxes: InboxWork;
  readonly useInboxes: UseInboxes;
  readonly trackingDomains: TrackingDomains;
  readonly providers: Pick<Providers, 'require'>;
  readonly tokens: Pick<TokenStore, 'put' | 'revoke'>;
  readonly logins: Logins;
  readonly tester: ConnectionTester;
  readonly resolver: DnsResolver;
  readonly blocklist: Blocklist;
  readonly newId: NewId;
}
