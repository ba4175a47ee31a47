import { randomUUID } from 'node:crypto';
import { callRest, type Stack } from '@outreach/dev';
import { startDemo } from '@outreach/dev/demo';
import { eventually } from '@outreach/testing';
import type { Login } from '@outreach/testing/browser';
import { z } from 'zod';
import { generateContacts } from './generator.ts';
import { post } from './given-campaign.ts';
import type { BenchInput } from './run-bench.ts';

const PEOPLE = 25;
const FURTHER_SEQUENCES = 60;
/** A workspace may create ten campaigns a minute. */
const FURTHER_CAMPAIGNS = 8;
const WAIT = { timeoutMs: 120_000, pollMs: 500 };

/** A workspace whose pages have content. */
export interface ConsoleWorkspace {
  /** Creates users; each has a rate limit of its own. */
  createLogins(count: number): Promise<readonly Login[]>;
  close(): Promise<void>;
}

const Page = z.object({ data: z.array(z.unknown()) });
const Campaign = z.object({ sequence_id: z.string(), sending_account_ids: z.array(z.string()) });
const Emails = z.array(z.object({ number: z.number() }));

/** Starts the demo with people who have answered, and adds sequences, campaigns and generated contacts. */
export async function fillConsole(input: BenchInput): Promise<ConsoleWorkspace> {
  const { stack } = input;
  const demo = await startDemo(stack, () => undefined);
  const { id: workspaceId, api_key: key } = demo.workspace;
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `person${index}@answers.example`,
    first_name: `Person ${index}`,
    tags: ['demo'],
  }));
  await post(stack, { key, path: 'contacts/bulk/', body: { contacts: people } });
  await post(stack, { key, path: `campaigns/${demo.campaignId}/launch/` });
  await answerEmails(stack, { key, mailUrl: demo.mail.url });
  await createFurther(stack, key, demo.campaignId);
  await generateContacts(input, workspaceId);
  return {
    createLogins: async (count) => createLogins(stack, key, count),
    close: async () => demo.close(),
  };
}

interface Answers {
  readonly key: string;
  readonly mailUrl: string;
}

/** Waits for the emails of the campaign, answers each, and waits for the threads. */
async function answerEmails(stack: Stack, { key, mailUrl }: Answers): Promise<void> {
  const emails = await eventually(async () => {
    const response = await fetch(mailUrl, { headers: { accept: 'application/json' } });
    const received = Emails.parse(await response.json());
    if (received.length < PEOPLE) throw new Error(`${received.length} emails have arrived.`);
    return received;
  }, WAIT);
  for (const { number } of emails) {
    const headers = { 'content-type': 'text/plain' };
    const body = 'Sounds good, can we talk on Tuesday?';
    const response = await fetch(`${mailUrl}messages/${number}/reply`, {
      method: 'POST',
      headers,
      body,
    });
    if (!response.ok) throw new Error(`The answer was refused: ${await response.text()}`);
  }
  await eventually(async () => {
    const path = '/api/v1/inbox/threads/';
    const { data } = await callRest(stack.baseUrl, { method: 'GET', path, token: key, answer: Page });
    if (data.length < PEOPLE) throw new Error(`${data.length} threads exist.`);
  }, WAIT);
}

async function createFurther(stack: Stack, key: string, campaignId: string): Promise<void> {
  const path = `/api/v1/campaigns/${campaignId}/`;
  const demo = await callRest(stack.baseUrl, { method: 'GET', path, token: key, answer: Campaign });
  const steps = [{ subject: 'One question', body_text: 'Hello {{ contact.first_name }}' }];
  for (let index = 0; index < FURTHER_SEQUENCES; index += 1) {
    const name = `Number ${index}`;
    await post(stack, { key, path: 'sequences/', body: { name, steps } });
    if (index < FURTHER_CAMPAIGNS)
      await post(stack, { key, path: 'campaigns/', body: { name, campaign_type: 'nurture', ...demo } });
  }
}

async function createLogins(stack: Stack, key: string, count: number): Promise<readonly Login[]> {
  const logins: Login[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    const login = { username: `user-${id}@bench.example`, password: `password of user ${id}` };
    await post(stack, { key, path: 'users/', body: { ...login, role: 'admin' } });
    logins.push({ baseUrl: stack.baseUrl, ...login });
  }
  return logins;
}
