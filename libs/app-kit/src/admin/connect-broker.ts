import { AppError } from '@outreach/errors';
import { pause } from '@outreach/service-kit/lifecycle';
import type { ServiceBase } from '../service-base.ts';

type Link = ServiceBase['link'];

const BROKER_TIMEOUT_MS = 5_000;
const BROKER_POLL_MS = 50;

/** @throws AppError unavailable when the broker cannot be reached within 5 s. */
export async function connectBroker({
  link,
}: Pick<ServiceBase, 'link'>): Promise<NonNullable<ReturnType<Link['current']>>> {
  await link.start();
  const timeout = AbortSignal.timeout(BROKER_TIMEOUT_MS);
  while (!timeout.aborted) {
    const client = link.current();
    if (client !== undefined) return client;
    await pause(BROKER_POLL_MS, timeout);
  }
  throw new AppError('unavailable', 'The broker does not answer; check NATS_URL.');
}
