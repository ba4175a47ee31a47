import type { Connection } from 'mongoose';
import type { Clock } from '@outreach/service-kit';
import { isDuplicateKey } from './mongo-errors.ts';

interface LeaseRow {
  _id: string;
  owner: string;
  expires_at: Date;
}

/** Named locks that expire: at most one owner at a time, and the lock of a killed owner expires. */
export interface Leases {
  /** Takes the lease, or extends the lease of this owner. False while another owner holds it. */
  acquire(name: string, ttlMs: number): Promise<boolean>;
  /** Releases the lease if this owner holds it. */
  release(name: string): Promise<void>;
}

export interface LeaseOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  /** Unique per process. */
  readonly owner: string;
}

export function createLeases({ connection, clock, owner }: LeaseOptions): Leases {
  const rows = () => connection.collection<LeaseRow>('leases');
  return {
    acquire: async (name, ttlMs) => {
      const now = clock.now();
      const free = { $or: [{ owner }, { expires_at: { $lte: new Date(now) } }] };
      try {
        await rows().updateOne(
          { _id: name, ...free },
          { $set: { owner, expires_at: new Date(now + ttlMs) } },
          { upsert: true },
        );
        return true;
      } catch (thrown) {
        if (isDuplicateKey(thrown)) return false;
        throw thrown;
      }
    },
    release: async (name) => {
      await rows().deleteOne({ _id: name, owner });
    },
  };
}
