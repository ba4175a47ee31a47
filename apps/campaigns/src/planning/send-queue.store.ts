import type { Units } from '@outreach/mongo-kit';
import type { Connection } from 'mongoose';
import { sendModel, toSendDocument } from '../sends/index.ts';
import type { SendQueue } from './ports.ts';

export function createSendQueue(connection: Connection, { writes }: Pick<Units, 'writes'>): SendQueue {
  const sends = sendModel(connection);
  return { add: async (added) => writes.insert(sends, added.map(toSendDocument)) };
}
