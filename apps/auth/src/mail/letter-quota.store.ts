import type { ServiceBase } from '@outreach/app-kit';
import { defineModel, systemSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { LetterQuota } from './ports.ts';

const WINDOW_SECONDS = 3_600;
const WINDOW_MS = WINDOW_SECONDS * 1_000;

interface CountedLetter {
  readonly _id: string;
  readonly owner: string;
  readonly at: Date;
}

const schema = systemSchema<CountedLetter>(
  { _id: String, owner: { type: String, required: true }, at: { type: Date, required: true } },
  [[{ owner: 1, at: 1 }], [{ at: 1 }, { name: 'expiry', expireAfterSeconds: WINDOW_SECONDS }]],
);

/** Counts letters of workspaces and users over the last hour, also those whose queue entry is gone. */
export function createLetterQuota({ mongo, clock, ids }: ServiceBase): LetterQuota {
  const counted: Model<CountedLetter> = defineModel(mongo.connection, 'letter_counts', schema);
  return {
    take: async (owner, max) => {
      const now = clock.now();
      const recent = await counted
        .find({ owner, at: { $gt: new Date(now - WINDOW_MS) } })
        .sort({ at: -1 })
        .limit(max)
        .lean<CountedLetter[]>();
      const blocking = recent[max - 1];
      if (blocking !== undefined) return blocking.at.getTime() + WINDOW_MS;
      await counted.insertMany([{ _id: ids('ltr'), owner, at: new Date(now) }], { lean: true });
      return undefined;
    },
  };
}
