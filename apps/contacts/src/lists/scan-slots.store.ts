import { POOL_SIZE_MAX } from '@outreach/mongo-kit';
import { currentCall, requireWorkspaceId } from '@outreach/service-kit';
import { FairPool, type FairPoolLimits } from '@outreach/service-kit/bulkhead';
import type { InScanSlot } from './ports.ts';

/** A search reads a page and counts its matches concurrently. */
const CONNECTIONS_PER_SCAN = 2;
const POOL_SHARE = 4;
const SCAN_SLOTS = POOL_SIZE_MAX / POOL_SHARE / CONNECTIONS_PER_SCAN;
/** A scan keeps two cores of the database busy: one for the page and one for the number of matches. */
const SCANS_PER_WORKSPACE = 1;

/** Searches that scan many contacts: together they use at most a quarter of the connections, fair by workspace. */
export const SCAN_LIMITS: FairPoolLimits = {
  callCountMax: SCAN_SLOTS,
  callCountPerOwnerMax: SCANS_PER_WORKSPACE,
  waitingCountMax: 256,
  waitingCountPerOwnerMax: 32,
};

const scans = new FairPool('scans', SCAN_LIMITS);

/** Runs a search that scans when a slot is free. @throws AppError deadline when none became free in time. */
export const inScanSlot: InScanSlot = async (search) => {
  const deadlineAtMs = currentCall()?.deadlineAtMs ?? 0;
  return scans.run({ owner: requireWorkspaceId(), deadlineAtMs }, search);
};
