import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@outreach/testing/free-port';
import { z } from 'zod';
import { createDemoCampaign, demoCampaignSchema, moveDemoAccount } from './demo-campaign.ts';
import { startDemoMail, type DemoMail } from './demo-mail/index.ts';
import { startDemoReceiver } from './demo-receiver.ts';
import type { DemoReceiver } from './demo-receiver.ts';
import type { DevWorkspace } from './dev-file.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { PlainError } from './plain-error.ts';
import { callRest, statusOf } from './rest-client.ts';
import { seedApiKey, seedWorkspace } from './seed.ts';
import type { StackConnection } from './stack.ts';

const suffixBytes = 3;
const SUBSCRIPTIONS = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'campaign.launched',
  'campaign.completed',
  'email.delivered',
  'email.opened',
  'email.clicked',
  'email.replied',
  'email.unsubscribed',
  'inbox.message_received',
  'inbox.message_sent',
];

const demoSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  username: z.string(),
  role: z.string(),
  password: z.string(),
  api_key: z.string(),
  /** Absent while no webhook may go to this machine. */
  receiver_port: z.int().optional(),
  webhook: z.object({ id: z.string(), signing_secret: z.string() }).optional(),
  /** Absent until the demo campaign is created. */
  campaign: demoCampaignSchema.optional(),
});
type DemoFile = z.output<typeof demoSchema>;
type CompleteFile = DemoFile & { webhook: NonNullable<DemoFile['webhook']> };
type Owner = Pick<DemoFile, 'workspace' | 'username' | 'role' | 'password'>;

/** The demo workspace without servers: webhooks and emails must not go to this machine. */
export interface PlainDemo {
  readonly workspace: DevWorkspace;
  close(): Promise<void>;
}

/** The demo workspace of a running stack, with its webhook receiver and its mail servers. */
export interface Demo extends PlainDemo {
  readonly receiver: DemoReceiver;
  readonly mail: DemoMail;
  /** A draft campaign that is ready to be launched. */
  readonly campaignId: string;
}

/** The demo workspace alone; it is created if the data folder has none yet. */
export async function startPlainDemo(stack: StackConnection): Promise<PlainDemo> {
  const path = join(stack.dataDir, 'demo.json');
  const demo = (await usable(stack, readJsonFile(path, demoSchema))) ?? (await createOwner(stack));
  writeJsonFile(path, demo);
  return { workspace: toWorkspace(demo), close: () => Promise.resolve() };
}

/** Starts the servers of the demo workspace, and creates the workspace if the data folder has none yet. */
export async function startDemo(stack: StackConnection, print: (line: string) => void): Promise<Demo> {
  const path = join(stack.dataDir, 'demo.json');
  const earlier = await usable(stack, readJsonFile(path, demoSchema));
  const port = await freePort(earlier?.receiver_port);
  const receiver = await startDemoReceiver({ port, print });
  const mail = await startDemoMail({ earlier: earlier?.campaign?.mail, print });
  const close = async (): Promise<void> => {
    await Promise.all([receiver.close(), mail.close()]);
  };
  try {
    const workspace = await complete({ stack, earlier, receiver, port });
    const api = { baseUrl: stack.baseUrl, token: workspace.api_key };
    const { webhook, campaign: known } = workspace;
    const campaign =
      known === undefined ? await createDemoCampaign(api, mail) : await moveDemoAccount(api, known, mail);
    writeJsonFile(path, { ...workspace, campaign });
    receiver.setSecret(webhook.signing_secret);
    return { receiver, mail, close, workspace: toWorkspace(workspace), campaignId: campaign.campaign_id };
  } catch (error) {
    await close();
    throw error;
  }
}

// The stored key is invalid if the data was deleted or another database is in use.
async function usable(stack: StackConnection, demo: DemoFile | undefined): Promise<DemoFile | undefined> {
  if (demo === undefined) return undefined;
  const path = demo.webhook === undefined ? '/api/v1/workspace/' : `/api/v1/webhooks/${demo.webhook.id}/`;
  const status = await statusOf(stack.baseUrl, path, demo.api_key);
  return status === 200 ? demo : undefined;
}

interface Seed {
  stack: StackConnection;
  earlier: DemoFile | undefined;
  receiver: DemoReceiver;
  port: number;
}

async function complete({ stack, earlier, receiver, port }: Seed): Promise<CompleteFile> {
  const { webhook } = earlier ?? {};
  if (earlier !== undefined && webhook !== undefined) {
    if (earlier.receiver_port === port) return { ...earlier, webhook };
    const path = `/api/v1/webhooks/${webhook.id}/`;
    await callRest(stack.baseUrl, { method: 'DELETE', path, token: earlier.api_key, answer: z.unknown() });
  }
  const owner = earlier ?? (await createOwner(stack));
  return { ...owner, receiver_port: port, webhook: await register(stack, owner.api_key, receiver) };
}

async function createOwner(stack: StackConnection): Promise<DemoFile> {
  const owner = await createWorkspace(stack);
  return { ...owner, api_key: await seedApiKey(stack, owner, 'Demo key') };
}

async function createWorkspace(stack: StackConnection): Promise<Owner> {
  // User names are unique over all workspaces. A database that is older than demo.json still has the first name.
  const spare = `demo-${randomBytes(suffixBytes).toString('hex')}@example.com`;
  for (const owner of ['demo@example.com', spare]) {
    const made = await seedWorkspace(stack, { name: 'Demo', owner });
    if (made !== undefined) return made;
  }
  throw new PlainError('The demo workspace could not be created; the admin command says why above.');
}

function register(
  stack: StackConnection,
  token: string,
  receiver: DemoReceiver,
): Promise<CompleteFile['webhook']> {
  return callRest(stack.baseUrl, {
    method: 'POST',
    path: '/api/v1/webhooks/',
    token,
    body: { name: 'Demo receiver', url: receiver.url, event_subscriptions: SUBSCRIPTIONS },
    answer: z.object({ id: z.string(), signing_secret: z.string() }),
  });
}

function toWorkspace({ workspace, username, password, role, api_key }: DemoFile): DevWorkspace {
  return { ...workspace, users: [{ username, password, role }], api_key };
}
