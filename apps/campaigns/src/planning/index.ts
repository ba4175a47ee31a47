import type { ServiceBase } from '@outreach/app-kit';
import { createPlanMarkStore, type StoredPlanMarks } from './plan-mark.store.ts';

export type { PlanMarks } from './ports.ts';

/** The campaigns to plan. Features that change what can be planned request it. */
export function createPlanMarks({ mongo, units, clock, ids }: ServiceBase): StoredPlanMarks {
  return createPlanMarkStore({ connection: mongo.connection, units, clock, ids });
}
export { isKnownZone, spanAt } from './zone-offsets.ts';
