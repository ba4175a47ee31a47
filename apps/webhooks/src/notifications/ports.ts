import type { CollectedEvents } from './collected-events.ts';
import type { NotificationSettings } from './settings.ts';
import type { Message } from './write-message.ts';

/** The settings of the current call's workspace. */
export interface SettingsStore {
  find(): Promise<NotificationSettings | undefined>;
  save(settings: NotificationSettings): Promise<void>;
}

/** The settings of all workspaces. */
export interface SettingsDirectory {
  /** By workspace id; a workspace that never set any has no entry. */
  findOf(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, NotificationSettings>>;
}

/** Seals URLs for the database. */
export interface UrlSealer {
  seal(plain: Uint8Array): Uint8Array;
  open(sealed: Uint8Array): Uint8Array;
}

/** The events that were received in the last 30 days and that a workspace is notified of. */
export interface ReceivedEvents {
  /** Part of a transaction: stores the ids and returns the ones that were not stored. */
  addNew(
    events: readonly { readonly id: string; readonly workspace_id: string }[],
  ): Promise<ReadonlySet<string>>;
}

/** The collected events of all workspaces. */
export interface CollectionStore {
  /** Part of a transaction. By workspace id. */
  findOf(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, CollectedEvents>>;
  /** Part of a transaction, which runs again if a concurrent one has changed what `findOf` returned. */
  save(workspaceId: string, collected: CollectedEvents): Promise<void>;
}

export const CHANNELS = ['email', 'slack'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A message to one recipient. */
export interface QueuedMessage extends Message {
  readonly channel: Channel;
  /** The address; empty for Slack, whose URL is read when the message is sent. */
  readonly recipient: string;
  /** Failed attempts. */
  readonly failures: number;
}

/** The queue of messages of all workspaces. */
export interface MessageStore {
  /** Part of a transaction. */
  add(messages: readonly Omit<QueuedMessage, 'failures'>[]): Promise<void>;
}

/** What became of an attempt. `refused` is final. */
export type SendResult =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'later' | 'refused';
      readonly error: string;
      /** The earliest retry that the server allows, in ms since the epoch. */
      readonly retryAtMs?: number | undefined;
    };
