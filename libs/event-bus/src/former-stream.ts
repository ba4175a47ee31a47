import type { JetStreamManager } from 'nats';
import { ifExists, streamInfo } from './stream-info.ts';

/**
 * Earlier versions had one stream for the events of all services. Its subjects move to the streams of the services, and
 * the consumers handle its messages first. The last consumer deletes the empty stream.
 */

/** Takes the subjects from the former stream. It keeps its messages and durables, and receives no further message. */
export async function releaseSubjects(manager: JetStreamManager, former: string): Promise<void> {
  const info = await streamInfo(manager, former);
  if (info === undefined || isReleased(info.config.subjects, former)) return;
  await ifExists(async () => manager.streams.update(former, { subjects: [former] }));
}

/** A stream must have a subject; no event has the name of the stream as its subject. */
function isReleased(subjects: readonly string[], former: string): boolean {
  return subjects.length === 1 && subjects[0] === former;
}

/** True when the durable has handled everything in the former stream, or the stream is gone. */
export async function isDrained(
  manager: JetStreamManager,
  { former, durable }: { readonly former: string; readonly durable: string },
): Promise<boolean> {
  const info = await ifExists(async () => manager.consumers.info(former, durable));
  return info === undefined || info.num_pending + info.num_ack_pending === 0;
}

/** The stream deletes a message when all durables have handled it, so an empty stream has nothing left to handle. */
export async function deleteIfEmpty(manager: JetStreamManager, former: string): Promise<void> {
  const info = await streamInfo(manager, former);
  if (info === undefined || info.state.messages > 0 || !isReleased(info.config.subjects, former)) return;
  await ifExists(async () => manager.streams.delete(former));
}
