import type { JetStreamManager } from 'nats';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsLink } from '../nats-link.ts';
import { ifExists } from '../stream-info.ts';
import type { Topology } from '../topology.ts';

const ANSWER_MS_MAX = 1_000;
const WAIT_MS_MAX = 1_000;
const POLL_MS = 20;

export interface CaughtUpOptions {
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly durable: string;
}

/** Resolves to true when the durable has handled every message that the stream had before the call. */
export type CaughtUp = () => Promise<boolean>;

/**
 * Waits at most 1 s for the messages. While the broker does not answer, the result is false until it has been true once in
 * this process, and true from then on: a publisher gets no acknowledgement in that time either.
 */
export function createCaughtUp({ link, topology, durable }: CaughtUpOptions): CaughtUp {
  let wasCaughtUp = false;
  return async () => {
    const connection = link.current();
    if (connection === undefined) return wasCaughtUp;
    try {
      const manager = await connection.jetstreamManager({ checkAPI: false, timeout: ANSWER_MS_MAX });
      const isCaughtUp = await catchUp(manager, { stream: topology.stream, durable });
      wasCaughtUp ||= isCaughtUp;
      return isCaughtUp;
    } catch {
      return wasCaughtUp;
    }
  };
}

interface Names {
  readonly stream: string;
  readonly durable: string;
}

/** A stream or a durable that is missing is made by a consumer of this process. */
async function catchUp(manager: JetStreamManager, { stream, durable }: Names): Promise<boolean> {
  const read = async () => ifExists(async () => manager.consumers.info(stream, durable));
  const first = await read();
  if (first === undefined) return false;
  if (first.num_pending + first.num_ack_pending === 0) return true;
  const last = (await manager.streams.info(stream)).state.last_seq;
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    const info = await read();
    if (info === undefined) return false;
    if (info.ack_floor.stream_seq >= last || info.num_pending + info.num_ack_pending === 0) return true;
  }
  return false;
}
