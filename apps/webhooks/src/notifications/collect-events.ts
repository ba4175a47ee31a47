import type { DomainEvent } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import { collect, NOTHING_COLLECTED } from './collected-events.ts';
import { describeEvent } from './describe-event.ts';
import type { CollectionStore, ReceivedEvents, SettingsDirectory } from './ports.ts';
import type { NotificationSettings } from './settings.ts';

export interface CollectEventsPorts {
  readonly settings: SettingsDirectory;
  readonly received: ReceivedEvents;
  readonly collections: CollectionStore;
  readonly clock: Clock;
  /** Runs `fn` in a transaction over all workspaces; runs it again after a conflict or a duplicate key. */
  readonly transaction: <Result>(fn: () => Promise<Result>) => Promise<Result>;
  /** Called after the commit. */
  readonly onDue: () => void;
}

/** Adds events to what their workspaces are notified of next. An event that arrives again changes nothing. */
export async function collectEvents(
  ports: CollectEventsPorts,
  events: readonly DomainEvent[],
): Promise<void> {
  const isChanged = await ports.transaction(async () => collectNew(ports, events));
  if (isChanged) ports.onDue();
}

async function collectNew(
  { settings, received, collections, clock }: CollectEventsPorts,
  events: readonly DomainEvent[],
): Promise<boolean> {
  const byWorkspace = await settings.findOf([...new Set(events.map(({ workspace_id }) => workspace_id))]);
  const wanted = events.filter((event) => isWanted(byWorkspace.get(event.workspace_id), event.type));
  if (wanted.length === 0) return false;
  const newIds = await received.addNew(wanted);
  const fresh = Map.groupBy(
    wanted.filter(({ id }) => newIds.has(id)),
    ({ workspace_id }) => workspace_id,
  );
  const before = await collections.findOf([...fresh.keys()]);
  const now = new Date(clock.now());
  for (const [workspaceId, own] of fresh) {
    const unique = [...new Map(own.map((event) => [event.id, event])).values()];
    const known = before.get(workspaceId) ?? NOTHING_COLLECTED;
    await collections.save(workspaceId, collect(known, unique.map(describeEvent), now));
  }
  return fresh.size > 0;
}

/** Events of a workspace without a recipient are not collected. */
function isWanted(settings: NotificationSettings | undefined, type: string): boolean {
  if (settings?.events.includes(type) !== true) return false;
  return settings.emails.length > 0 || settings.slack !== null;
}
