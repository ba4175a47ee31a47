import type { Logger } from '@outreach/service-kit';
import type { NatsConnection } from 'nats';
import { ifExists, streamInfo } from './stream-info.ts';
import { API_TIMEOUT_MS, ensureTopology, type Topology, type TopologyRole } from './topology.ts';

export interface PrepareOptions {
  readonly role: TopologyRole;
  readonly logger: Logger;
}

/**
 * Creates the stream with its durables; with `isMadeByJob` it only checks them. Returns false while the broker lacks one
 * of them: the caller tries again later.
 */
export async function prepareTopology(
  connection: NatsConnection,
  topology: Topology,
  { role, logger }: PrepareOptions,
): Promise<boolean> {
  if (topology.isMadeByJob !== true) {
    await ensureTopology(connection, topology, role);
    return true;
  }
  const missing = await missingOf(connection, topology);
  if (missing.length > 0) logger.warn({ missing }, 'waits for schema apply');
  return missing.length === 0;
}

/** The stream, or its durables, that the broker does not have. */
async function missingOf(
  connection: NatsConnection,
  { stream, durables }: Topology,
): Promise<readonly string[]> {
  const manager = await connection.jetstreamManager({ timeout: API_TIMEOUT_MS });
  if ((await streamInfo(manager, stream)) === undefined) return [stream];
  const found = await Promise.all(
    durables.map(async ({ durable }) => ({
      durable,
      info: await ifExists(async () => manager.consumers.info(stream, durable)),
    })),
  );
  return found.filter(({ info }) => info === undefined).map(({ durable }) => durable);
}
