import type { PageOf, PageRequest } from '@outreach/service-kit';

/** A customer of an agency. */
export interface Client {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly status: 'active' | 'archived';
  readonly created_at: Date;
}

/** The clients of the current call's workspace. */
export interface ClientStore {
  findById(id: string): Promise<Client | undefined>;
  list(page: PageRequest): Promise<PageOf<Client>>;
  insert(client: Client): Promise<void>;
  save(client: Client): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Assigns addresses to workspaces of an agency: an address belongs to one workspace of the agency at a time. */
export interface ContactRegistry {
  /** The workspace that has the address; undefined if no workspace of the agency has it. */
  ownerOf(entry: Omit<RegistryEntry, 'workspaceId'>): Promise<string | undefined>;
  /** Assigns a free address. */
  assign(entry: RegistryEntry): Promise<void>;
  /** Assigns the free addresses; returns the addresses of another workspace of the agency. */
  assignMany(entries: RegistryEntries): Promise<ReadonlySet<string>>;
  /** Releases the address if it belongs to the workspace. */
  release(entry: RegistryEntry): Promise<void>;
}

export interface RegistryEntry {
  readonly agencyId: string;
  readonly email: string;
  readonly workspaceId: string;
}

export interface RegistryEntries {
  readonly agencyId: string;
  readonly emails: readonly string[];
  readonly workspaceId: string;
}
