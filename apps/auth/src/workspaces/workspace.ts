import { fitsCodePoints } from '@outreach/values';
import { invalidField } from '@outreach/errors';

const NAME_CHARACTERS_MAX = 200;

export type Tier = 'default' | 'enterprise';

/** Limits are requests per 60 seconds. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly agency_id: string | null;
  readonly key_max: number;
  readonly requests: number;
  readonly writes: number;
  readonly created_at: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** @throws AppError invalid_argument. */
export function checkWorkspaceName(name: string): void {
  if (name === '' || !fitsCodePoints(name, NAME_CHARACTERS_MAX))
    throw invalidField('name', `name must have 1 to ${NAME_CHARACTERS_MAX} characters.`);
}
