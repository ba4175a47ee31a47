import type { ServiceBase } from '@outreach/app-kit';
import { createLogger, newId } from '@outreach/service-kit';
import { testEnvironment } from '@outreach/testing';
import { campaignsService } from '../src/app.ts';
import type { Campaign } from '../src/campaigns/index.ts';
import type { Enrollment, EnrollmentRecords } from '../src/enrollments/index.ts';
import type {
  ClaimedRecords,
  Outcome,
  OutcomeRecorder,
  Outcomes,
  SentMessage,
} from '../src/outcomes/index.ts';
import { queuedSend, type Send } from '../src/sends/index.ts';
import { campaignOf, enrollmentOf, sequenceOf } from './campaigns-harness.ts';

interface EnrollmentWriter {
  readonly records: Pick<EnrollmentRecords, 'write'>;
}

/** The recorder of outcomes on a database of its own. No job runs. */
export interface OutcomesUnderTest {
  readonly base: ServiceBase;
  readonly recorder: OutcomeRecorder;
  readonly enrollments: Pick<EnrollmentRecords, 'write'>;
  stop(): Promise<void>;
}

export async function startOutcomes(
  overrides: Readonly<Record<string, string>> = {},
): Promise<OutcomesUnderTest> {
  const { env } = await testEnvironment('campaigns');
  const config = campaignsService.config.load({ ...env, CONTACTS_ADDRESS: '127.0.0.1:1', ...overrides });
  const logger = createLogger({ name: 'campaigns', level: 'silent' });
  const { base, features } = campaignsService.build(config, { logger });
  await base.mongo.start();
  await base.units.createIndexes();
  const feature = features.find(({ name }) => name === 'outcomes') as Outcomes | undefined;
  const enrollments = features.find(({ name }) => name === 'enrollments') as EnrollmentWriter | undefined;
  if (feature === undefined || enrollments === undefined)
    throw new Error('The service has the features outcomes and enrollments.');
  return {
    base,
    recorder: feature.recorder,
    enrollments: enrollments.records,
    stop: async () => base.mongo.stop(),
  };
}

export const AT = new Date('2026-03-02T10:00:00.000Z');
export const TOKEN = 'token';
const REPLY = { code: 250, enhanced: '2.0.0', text: '250 2.0.0 OK' };

export async function rows<Row extends object>(
  { base }: OutcomesUnderTest,
  collection: string,
  filter: object,
): Promise<Row[]> {
  return base.mongo.connection.collection(collection).find(filter).toArray() as Promise<unknown> as Promise<
    Row[]
  >;
}

async function write(
  { base }: OutcomesUnderTest,
  collection: string,
  ...records: readonly { readonly id: string }[]
): Promise<void> {
  const documents = records.map(({ id, ...fields }) => ({ _id: id, ...fields }));
  await base.mongo.connection.collection<{ _id: string }>(collection).insertMany(documents);
}

export function nth(sends: readonly Send[], index: number): Send {
  const send = sends[index];
  if (send === undefined) throw new Error('The campaign has fewer sends.');
  return send;
}

export interface World {
  readonly workspaceId: string;
  readonly campaign: Campaign;
  readonly sends: readonly Send[];
  readonly enrollments: readonly Enrollment[];
  record(outcomes: readonly Outcome[], claimed?: readonly ClaimedRecords[]): Promise<ReadonlySet<string>>;
}

export interface WorldOptions {
  /** Settings of the campaign. */
  readonly campaign?: Partial<Campaign>;
  /** The domain of the address of a contact, by its number; seven companies by default. */
  readonly domain?: (index: number) => string;
  /** A workspace of its own by default. */
  readonly workspaceId?: string;
  /** Enrolls the contacts at these times as the service does; by default their enrollments are only stored. */
  readonly enrolledAt?: (index: number) => Date;
}

/** A campaign with claimed first emails, one per contact. */
export async function createWorld(
  service: OutcomesUnderTest,
  count: number,
  {
    campaign: changes = {},
    domain = (index) => `company-${index % 7}.example`,
    workspaceId = newId('ws'),
    enrolledAt,
  }: WorldOptions = {},
): Promise<World> {
  const { base, recorder } = service;
  const sequence = sequenceOf(workspaceId, 2);
  const campaign = campaignOf({ workspaceId, sequenceId: sequence.id }, changes);
  const enrollments = Array.from({ length: count }, (_, index) => {
    const contactId = newId('ct');
    const email = `contact-${index}@${domain(index)}`;
    return enrollmentOf(
      { workspaceId, contactId },
      {
        campaign_id: campaign.id,
        sequence_id: sequence.id,
        contact_email: email,
        address_key: `${domain(index)}@contact-${index}`,
        due_at: null,
        steps_total: 2,
        ...(enrolledAt && { enrolled_at: enrolledAt(index) }),
      },
    );
  });
  const sends = enrollments.map((enrollment): Send => ({
    ...queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: enrollment.id,
      sequence_id: sequence.id,
      contact_id: enrollment.contact_id,
      contact_email: enrollment.contact_email,
      step_id: sequence.steps[0]?.id ?? '',
      step_number: 1,
      sending_account_id: campaign.sending_account_ids[0] ?? '',
      from_email: 'anna@example.org',
      scheduled_at: AT,
      account_day: '2026-03-02',
      campaign_day: '2026-03-02',
      created_at: AT,
    }),
    status: 'sending',
    lease_token: TOKEN,
    attempts: 1,
  }));
  await write(service, 'sequences', sequence);
  await write(service, 'campaigns', campaign);
  const inUnit = async <T>(fn: () => Promise<T>): Promise<T> =>
    base.inWorkspace({ workspaceId }, async () => base.units.unitOfWork(fn));
  if (enrolledAt === undefined) await write(service, 'enrollments', ...enrollments);
  else
    await inUnit(async () =>
      service.enrollments.write(enrollments.map((after) => ({ before: undefined, after }))),
    );
  if (sends.length > 0) await write(service, 'sends', ...sends);
  return {
    workspaceId,
    campaign,
    sends,
    enrollments,
    record: async (outcomes, claimed) => inUnit(async () => recorder.record(outcomes, claimed)),
  };
}

export function accepted(send: Send, at = AT): Outcome {
  return { kind: 'accepted', sendId: send.id, token: TOKEN, at, message: messageOf(send), reply: REPLY };
}

/** The email is at the platform of its campaign. */
export function submitted(send: Send, token = TOKEN, at = AT): Outcome {
  return { kind: 'submitted', sendId: send.id, token, at, message: messageOf(send) };
}

function messageOf({ id, contact_email }: Send): SentMessage {
  return {
    message_id: `<${id.toLowerCase()}@example.org>`,
    subject: 'A question',
    variant_id: null,
    sequence_version: 1,
    sealed_rendering: null,
    from_email: 'anna@example.org',
    contact_email: contact_email ?? '',
  };
}
