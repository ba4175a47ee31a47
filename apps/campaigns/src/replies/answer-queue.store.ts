import type { Connection } from 'mongoose';
import { sendModel, toSendDocument } from '../sends/index.ts';
import type { AnswerQueue } from './ports.ts';

/** @param onAdded called after the commit of an answer. */
export function createAnswerQueue(connection: Connection, onAdded: () => void): AnswerQueue {
  const sends = sendModel(connection);
  return {
    add: async (send) => {
      await sends.insertMany([toSendDocument(send)], { lean: true });
      onAdded();
    },
  };
}
