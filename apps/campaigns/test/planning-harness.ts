import { expect } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import type { Candidate } from '../src/enrollments/candidate.ts';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import type { Send } from '../src/sends/send.ts';
import { newCampaignWorkspace, type CampaignWorkspace } from './campaign-requests.ts';
import { campaignOf, enrollmentOf, startCampaigns, type CampaignsUnderTest } from './campaigns-harness.ts';
import { createNoonClock } from './moving-clock.ts';

export const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
export const ALWAYS = { send_window_start: 0, send_window_end: 24, send_days: ALL_DAYS };

/** Closed at noon in UTC. */
export const CLOSED = { send_window_start: 0, send_window_end: 1 };

/** A short horizon: four emails with gaps of 20 s reach it. */
export const HORIZON_MS = 60_000;

/** Starts the campaigns service with the horizon `HORIZON_MS`. By its clock it is noon in UTC. */
export async function startPlanning(): Promise<CampaignsUnderTest> {
  return startCampaigns({ PLANNING_HORIZON_SECONDS: String(HORIZON_MS / 1_000) }, createNoonClock());
}

type StoredSend = Omit<Send, 'id'> & { readonly _id: string };
type StoredEnrollment = Omit<Enrollment, 'id'> & { readonly _id: string };
interface Stored {
  readonly _id: string;
}

interface PlanMark {
  readonly next_at: Date | null;
  readonly due_at: Date | null;
  readonly lease_token: string | null;
}

/** A workspace whose campaigns send at every hour and whose account has no gaps, with the records of its planner. */
export interface PlanningWorkspace extends CampaignWorkspace {
  /** Creates and launches a campaign. Returns its id. */
  launch(input?: object): Promise<string>;
  /** Adds contacts that match every filter. Returns their ids. */
  addContacts(count: number, changes?: Partial<Candidate>): readonly string[];
  /** Writes an active campaign with enrollments and requests its plan. Returns its id. */
  write(campaign: object, enrollments: readonly Partial<Enrollment>[]): Promise<string>;
  requestPlan(campaignId: string): Promise<void>;
  sends(campaignId: string): Promise<readonly StoredSend[]>;
  enrollments(campaignId: string): Promise<readonly StoredEnrollment[]>;
  mark(campaignId: string): Promise<PlanMark | null>;
  setAccount(id: string, fields: object): Promise<void>;
  /** Gives the sequence of the workspace two steps, the second one a day after the first. */
  takeTwoSteps(): Promise<void>;
  /** Waits until no planner is at work on the campaign and its next time is known. */
  planned(campaignId: string): Promise<PlanMark | null>;
}

export async function newPlanningWorkspace(campaigns: CampaignsUnderTest): Promise<PlanningWorkspace> {
  const own = await newCampaignWorkspace(campaigns);
  const { workspaceId } = own.ctx;
  const { clock, database, client, contacts } = campaigns;
  const requestPlan = async (campaignId: string): Promise<void> => {
    const at = new Date(clock.now());
    const mark = {
      workspace_id: workspaceId,
      next_at: at,
      wanted_at: null,
      due_at: at,
      lease_token: null,
      attempts: 0,
    };
    await database
      .collection<Stored>('plan_marks')
      .updateOne({ _id: campaignId }, { $set: mark }, { upsert: true });
  };
  const setAccount = async (id: string, fields: object): Promise<void> => {
    await database.collection<Stored>('sending_accounts').updateOne({ _id: id }, { $set: fields });
  };
  const markOf: PlanningWorkspace['mark'] = async (campaignId) =>
    database.collection<Stored & PlanMark>('plan_marks').findOne({ _id: campaignId });
  await setAccount(own.accountId, { min_gap_seconds: 0, max_gap_seconds: 0 });
  return {
    ...own,
    requestPlan,
    launch: async (input = {}) => {
      const { id } = await own.create({ ...ALWAYS, ...input });
      await client.launchCampaign(own.ctx, { id });
      return id;
    },
    addContacts: (count, changes = {}) =>
      Array.from({ length: count }, () => {
        const contactId = newId('ct');
        contacts.candidates.set(contactId, {
          contactId,
          email: `${contactId.toLowerCase()}@example.com`,
          timeZone: null,
          mailProvider: null,
          verificationStatus: 'valid',
          isSuppressed: false,
          meetsFilter: true,
          ...changes,
        });
        contacts.workspaceOf.set(contactId, workspaceId);
        return contactId;
      }),
    write: async (changes, enrollments) => {
      const campaign = campaignOf(
        { workspaceId, sequenceId: own.sequenceId },
        { sending_account_ids: [own.accountId], ...ALWAYS, ...changes },
      );
      await campaigns.write('campaigns', campaign);
      const rows = enrollments.map((fields) =>
        enrollmentOf({ workspaceId, contactId: newId('ct') }, { campaign_id: campaign.id, ...fields }),
      );
      if (rows.length > 0) await campaigns.enroll(...rows);
      await requestPlan(campaign.id);
      return campaign.id;
    },
    sends: async (campaignId) =>
      database
        .collection<StoredSend>('sends')
        .find({ campaign_id: campaignId })
        .sort({ scheduled_at: 1, _id: 1 })
        .toArray(),
    enrollments: async (campaignId) =>
      database.collection<StoredEnrollment>('enrollments').find({ campaign_id: campaignId }).toArray(),
    mark: markOf,
    setAccount,
    takeTwoSteps: async () => {
      const step = { step_type: 'email', delay_value: 1, delay_unit: 'days', thread_mode: 'new' };
      const text = { subject: 'Hi', body_html: null, body_text: 'Hi', variants: [] };
      const steps = [1, 2].map((step_number) => ({ id: newId('stp'), step_number, ...step, ...text }));
      await database.collection<Stored>('sequences').updateOne({ _id: own.sequenceId }, { $set: { steps } });
    },
    planned: async (campaignId) =>
      eventually(async () => {
        const mark = await markOf(campaignId);
        expect(mark).toMatchObject({ lease_token: null });
        expect(mark?.next_at?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(clock.now());
        return mark;
      }),
  };
}
