import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { DnsResolver, SendingAccounts } from '../sending-accounts/index.ts';
import type { VerifiedDomain } from './choose-domain.ts';
import type { TrackingDomain } from './tracking-domain.ts';

/** The tracking domains of the current call's workspace. */
export interface TrackingDomainStore {
  /** Part of a transaction: transactions that change domains of the workspace run one after the other. */
  lock(workspaceId: string): Promise<void>;
  find(id: string): Promise<TrackingDomain | undefined>;
  /** Newest first. */
  list(page: PageRequest): Promise<PageOf<TrackingDomain>>;
  /** Oldest first. */
  listVerified(): Promise<readonly VerifiedDomain[]>;
  count(): Promise<number>;
  hasName(domain: string): Promise<boolean>;
  /** The workspace, of all of them, that has verified the domain; undefined without one. */
  ownerOf(domain: string): Promise<string | undefined>;
  hasDefault(): Promise<boolean>;
  insert(domain: TrackingDomain): Promise<void>;
  save(domain: TrackingDomain): Promise<void>;
  /** No domain is the default one after it. */
  clearDefault(): Promise<void>;
  remove(id: string): Promise<void>;
  /** Part of a transaction: false if the domain does not exist. A concurrent deletion conflicts with it. */
  hold(id: string): Promise<boolean>;
}

/** Daily checks; a domain has at most one. Every method is part of a transaction. */
export interface CheckWork {
  checkAt(domainId: string, at: Date): Promise<void>;
  remove(domainId: string): Promise<void>;
}

/** Questions to name servers. */
export type DomainResolver = Pick<DnsResolver, 'cname' | 'a' | 'aaaa'>;

/** What the use cases of tracking domains need. */
export interface DomainPorts {
  readonly domains: TrackingDomainStore;
  readonly work: CheckWork;
  readonly accounts: SendingAccounts['domainUse'];
  readonly resolver: DomainResolver;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The name to which the domains must point; null without one. */
  readonly target: string | null;
  /** Hosts of the operator, which no workspace can use. */
  readonly ownHosts: ReadonlySet<string>;
}
