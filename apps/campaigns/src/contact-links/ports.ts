import type { ShownData } from '@outreach/contracts-common/personal-data';
import type { Clock } from '@outreach/service-kit';
import type { ContactAddress, ContactStop } from '../enrollments/index.ts';
import type { ThreadRecords } from '../threads/index.ts';

export interface ContactDeletion {
  readonly contactId: string;
  readonly deletedAt: Date;
  /** True for a hard delete: the personal data of the contact is erased. */
  readonly isErasure: boolean;
}

export interface DueDeletion extends ContactDeletion {
  readonly workspaceId: string;
}

/** Deletions that wait for their recheck. */
export interface DeletionStore {
  /** In the current call's workspace. A later deletion of a contact replaces the earlier deletion. */
  schedule(deletions: readonly ContactDeletion[], dueAt: Date): Promise<void>;
  /** In all workspaces, ordered by their due time, at most `limit`. */
  findDue(at: Date, limit: number): Promise<readonly DueDeletion[]>;
  /** In the current call's workspace. */
  remove(deletions: readonly ContactDeletion[]): Promise<void>;
}

/** The records of this service that refer to contacts. */
export interface ContactReferences {
  /** Part of a transaction: stops the open enrollments of deleted and suppressed contacts. */
  stopOf(stops: readonly ContactStop[]): Promise<void>;
  /** Part of a transaction: replaces the addresses of changed contacts. */
  updateAddresses(addresses: readonly ContactAddress[]): Promise<void>;
}

/** Part of a transaction: removes the personal data of these contacts from the records of a feature. */
export type Erase = (contactIds: readonly string[]) => Promise<void>;

/** Records of a feature with personal data of contacts. */
export interface PersonalPlace {
  readonly eraseContacts: Erase;
  /** How the personal data of a contact, by its id, shows them. */
  readonly personalData: ShownData<string>;
}

/** What the handlers of events of contacts need. */
export interface ContactLinkPorts {
  readonly references: ContactReferences;
  readonly threads: Pick<ThreadRecords, 'updateContacts'>;
  readonly erasers: readonly Erase[];
  readonly deletions: DeletionStore;
  readonly erased: {
    /** Part of a transaction; a second call for the same contact changes nothing. */
    remember(
      erasures: readonly { readonly id: string; readonly workspaceId: string; readonly at: Date }[],
    ): Promise<void>;
  };
  /** Runs `work` in a transaction of the workspace, on the service's own behalf. */
  readonly commitIn: (workspaceId: string, work: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
}
