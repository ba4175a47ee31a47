import type { RefreshToken } from './refresh-token.ts';

export interface RefreshTokenStore {
  findById(id: string): Promise<RefreshToken | undefined>;
  insert(token: RefreshToken): Promise<void>;
  markRotated(id: string, at: Date): Promise<void>;
  /** Retires the live tokens of the parent except one. */
  retireSiblings(parentId: string, exceptId: string): Promise<void>;
  hasRotatedChild(id: string): Promise<boolean>;
  removeFamily(familyId: string): Promise<void>;
  removeOfUser(userId: string): Promise<void>;
}
