import { POOL_SIZE_MAX } from '@outreach/mongo-kit';
import { currentCall, requireWorkspaceId } from '@outreach/service-kit';
import { FairPool, type FairPoolLimits } from '@outreach/service-kit/bulkhead';
import type { ReportPorts } from './ports.ts';

const POOL_SHARE = 8;

/** Anyone with an address can read a page: together these reads use an eighth of the connections, fair by workspace. */
const REPORT_LIMITS: FairPoolLimits = {
  callCountMax: POOL_SIZE_MAX / POOL_SHARE,
  callCountPerOwnerMax: 1,
  waitingCountMax: 128,
  waitingCountPerOwnerMax: 16,
};

const reads = new FairPool('shared-reports', REPORT_LIMITS);

/** @throws AppError deadline when no slot became free in time. */
export const inReportSlot: ReportPorts['inReportSlot'] = async (read) => {
  const deadlineAtMs = currentCall()?.deadlineAtMs ?? 0;
  return reads.run({ owner: requireWorkspaceId(), deadlineAtMs }, read);
};
