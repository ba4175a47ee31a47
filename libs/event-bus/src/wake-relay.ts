import { connect } from 'nats';
import type { Topology } from './topology.ts';

const CONNECT_TIMEOUT_MS = 1_000;

/** The processes of a service wake the one that leads over this subject. The stream does not store it. */
export function wakeUpSubject({ subjectPrefix }: Pick<Topology, 'subjectPrefix'>, service: string): string {
  return `${subjectPrefix}-relay.${service}`;
}

export interface WakeRelayOptions {
  /** Comma-separated addresses of the broker. */
  readonly url: string;
  readonly topology: Topology;
  readonly service: string;
}

/**
 * Wakes the relay of a running service, for a process that commits events without a relay of its own. Without a broker
 * it does nothing: the relay reads the outbox when it connects.
 */
export async function wakeRelay({ url, topology, service }: WakeRelayOptions): Promise<void> {
  const servers = url.split(',').map((address) => address.trim());
  const options = { servers, timeout: CONNECT_TIMEOUT_MS, reconnect: false, maxReconnectAttempts: 0 };
  const connection = await connect(options).catch(() => undefined);
  if (connection === undefined) return;
  connection.publish(wakeUpSubject(topology, service));
  await connection.drain();
}
