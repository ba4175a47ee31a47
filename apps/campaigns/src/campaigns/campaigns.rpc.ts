import { toMeta } from '@outreach/app-kit';
import type {
  Campaign as CampaignMessage,
  CloneCampaignRequest,
  CreateCampaignRequest,
  LaunchCampaignRequest,
  ResumeCampaignRequest,
  ResumeCampaignResponse,
  UpdateCampaignRequest,
} from '@outreach/contracts-campaigns/gen/campaign_records.ts';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { archiveCampaign } from './archive-campaign.ts';
import {
  fromCampaignInput,
  fromListRequest,
  toCampaignMessage,
  toGateMessage,
} from './campaign-message.rpc.ts';
import type { CampaignPorts } from './ports.ts';
import { requireCampaign } from './change-status.ts';
import { planClone, registerClone } from './clone-campaign.ts';
import { PlannedCampaignSchema, planCampaign, registerCampaign, storeCampaign } from './create-campaign.ts';
import {
  CampaignIdSchema,
  checkLaunch,
  checkResume,
  planStart,
  storeLaunch,
  storeResume,
} from './launch-campaign.ts';
import { getCampaign, listCampaigns } from './list-campaigns.ts';
import { pauseCampaign } from './pause-campaign.ts';
import { CampaignUpdateSchema, planUpdate, registerUpdate, storeUpdate } from './update-campaign.ts';

const written = { scope: WRITE, about: NOTHING } as const;

interface CampaignReply {
  campaign: CampaignMessage | undefined;
}

/** The ports of all methods; each use case takes its own part of them. */
export function campaignMethods(ports: CampaignPorts): CampaignsMethods {
  return { ...readMethods(ports), ...draftMethods(ports), ...statusMethods(ports) };
}

function readMethods(ports: CampaignPorts): CampaignsMethods {
  return {
    getCampaign: {
      scope: READ,
      query: async (_ctx, { id }) => ({ campaign: toCampaignMessage(await getCampaign(ports, id)) }),
    },
    listCampaigns: {
      scope: READ,
      query: async (ctx, request) => {
        const list = await listCampaigns(ports, ctx, fromListRequest(request));
        return { campaigns: list.items.map(toCampaignMessage), meta: toMeta(list) };
      },
    },
    checkGate: {
      scope: READ,
      query: async (ctx, { campaign_id: id }) =>
        toGateMessage(await ports.gate.check(ctx, await requireCampaign(ports, id))),
    },
  };
}

function draftMethods(ports: CampaignPorts): CampaignsMethods {
  return {
    createCampaign: effectCommand({
      ...written,
      prepared: PlannedCampaignSchema,
      prepare: async (ctx, { input, mask }: CreateCampaignRequest) =>
        planCampaign(ports, ctx, fromCampaignInput(input, mask)),
      effect: async (ctx, planned) => registerCampaign(ports, ctx, planned),
      commit: async (ctx, { prepared }): Promise<CampaignReply> => ({
        campaign: toCampaignMessage(await storeCampaign(ports, ctx, prepared)),
      }),
    }),
    cloneCampaign: effectCommand({
      ...written,
      prepared: PlannedCampaignSchema,
      prepare: async (ctx, { id, name }: CloneCampaignRequest) => planClone(ports, ctx, { id, name }),
      effect: async (ctx, planned) => registerClone(ports, ctx, planned),
      commit: async (ctx, { prepared }): Promise<CampaignReply> => ({
        campaign: toCampaignMessage(await storeCampaign(ports, ctx, prepared)),
      }),
    }),
    updateCampaign: effectCommand({
      ...written,
      prepared: CampaignUpdateSchema,
      prepare: async (ctx, { id, input, mask }: UpdateCampaignRequest) =>
        planUpdate(ports, ctx, { id, change: fromCampaignInput(input, mask) }),
      effect: async (ctx, update) => registerUpdate(ports, ctx, update),
      commit: async (ctx, { prepared }): Promise<CampaignReply> => ({
        campaign: toCampaignMessage(await storeUpdate(ports, ctx, prepared)),
      }),
    }),
  };
}

function statusMethods(ports: CampaignPorts): CampaignsMethods {
  return {
    launchCampaign: effectCommand({
      ...written,
      prepared: CampaignIdSchema,
      prepare: async (_ctx, { id }: LaunchCampaignRequest) => planStart(ports, id, 'launch'),
      effect: async (ctx, planned) => checkLaunch(ports, ctx, planned),
      commit: async (_ctx, { outcome }): Promise<CampaignReply> => ({
        campaign: toCampaignMessage(await storeLaunch(ports, outcome)),
      }),
    }),
    resumeCampaign: effectCommand({
      ...written,
      prepared: CampaignIdSchema,
      prepare: async (_ctx, { id }: ResumeCampaignRequest) => planStart(ports, id, 'resume'),
      effect: async (ctx, planned) => checkResume(ports, ctx, planned),
      commit: async (_ctx, { outcome }): Promise<ResumeCampaignResponse> => {
        const { view, requeuedSends, droppedSends } = await storeResume(ports, outcome);
        return {
          campaign: toCampaignMessage(view),
          requeued_sends: requeuedSends,
          dropped_sends: droppedSends,
        };
      },
    }),
    pauseCampaign: {
      ...written,
      command: async (_ctx, { id, reason }) => ({
        campaign: toCampaignMessage(await pauseCampaign(ports, { id, reason: reason ?? null })),
      }),
    },
    archiveCampaign: {
      ...written,
      command: async (_ctx, { id }) => ({ campaign: toCampaignMessage(await archiveCampaign(ports, id)) }),
    },
  };
}
