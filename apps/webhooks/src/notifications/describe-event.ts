import {
  campaignAutoPaused,
  campaignCompleted,
  sendingAccountDisconnected,
  trackingDomainFailed,
} from '@outreach/contracts-campaigns/events';
import { importCompleted } from '@outreach/contracts-contacts/events';
import { endpointDisabled, endpointFailing } from '@outreach/contracts-webhooks';
import { isEvent, type DomainEvent, type EventDefinition } from '@outreach/event-schema';
import type { z } from 'zod';
import type { NotifiedEvent } from './collected-events.ts';

type Describe = (event: DomainEvent) => NotifiedEvent | undefined;

const CONSOLE = '/console';
/** Of a name in a text. */
const CHARACTERS_MAX = 120;
/** Line breaks, other control characters, and marks that change the direction of the text around them. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+|\p{Surrogate}/gu;

/** One entry per event of which a workspace can be notified. Names are quoted; no entry has data of contacts. */
const DESCRIPTIONS: readonly Describe[] = [
  describing(campaignAutoPaused, ({ id, name, rule, observed, threshold }) => ({
    text: `Campaign ${quoted(name)} was paused: ${RULES[rule]}${rates(rule, observed, threshold)}.`,
    path: `/campaigns/${id}`,
  })),
  describing(campaignCompleted, ({ id, name }) => ({
    text: `Campaign ${quoted(name)} has sent all of its emails.`,
    path: `/campaigns/${id}`,
  })),
  describing(sendingAccountDisconnected, ({ id, email, status_reason: reason }) => ({
    text: `Sending account ${oneLine(email)} is disconnected${reasonOf(reason)}`,
    path: `/accounts/${id}`,
  })),
  describing(endpointFailing, ({ id, name }) => ({
    text: `Webhook endpoint ${quoted(name)} is failing: no attempt has succeeded for over an hour.`,
    path: `/webhooks/${id}`,
  })),
  describing(endpointDisabled, ({ id, name }) => ({
    text: `Webhook endpoint ${quoted(name)} answered 410 Gone and was disabled.`,
    path: `/webhooks/${id}`,
  })),
  describing(importCompleted, ({ id, file_name: file, status, ...counts }) => ({
    text: `Import of ${quoted(file)} ${ENDED[status] ?? 'ended'}: ${number(counts.created_count)} created, ${number(counts.updated_count)} updated, ${number(counts.error_count)} invalid rows.`,
    path: `/contacts/imports/${id}`,
  })),
  describing(trackingDomainFailed, ({ domain, error }) => ({
    text: `Tracking domain ${oneLine(domain)} failed its checks; links no longer use it${reasonOf(error)}`,
    path: '/settings/tracking-domains',
  })),
];

const RULES = {
  bounce_rate: 'too many emails bounced',
  complaint_rate: 'too many recipients complained',
  accounts_unhealthy: 'its sending accounts are not healthy',
  domain_auth: 'a sending domain failed its authentication',
} as const;

const ENDED: Readonly<Partial<Record<string, string>>> = {
  completed: 'is completed',
  failed: 'failed',
  canceled: 'was canceled',
};

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const NUMBER = new Intl.NumberFormat('en');

/** @throws Error for an event that the list of notifications does not have. */
export function describeEvent(event: DomainEvent): NotifiedEvent {
  for (const describe of DESCRIPTIONS) {
    const described = describe(event);
    if (described !== undefined) return { ...described, path: `${CONSOLE}${described.path}` };
  }
  throw new Error(`Workspaces are not notified of ${event.type}.`);
}

function describing<Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  describe: (data: z.output<Schema>) => NotifiedEvent,
): Describe {
  return (event) => (isEvent(definition, event) ? describe(event.data) : undefined);
}

function quoted(name: string): string {
  return `“${oneLine(name)}”`;
}

function reasonOf(reason: string | null): string {
  return reason === null || reason === '' ? '.' : `: ${oneLine(reason).replace(/\.$/, '')}.`;
}

function rates(rule: keyof typeof RULES, observed: number, threshold: number): string {
  if (rule !== 'bounce_rate' && rule !== 'complaint_rate') return '';
  return ` (${PERCENT.format(observed)}; the limit is ${PERCENT.format(threshold)})`;
}

function number(count: number): string {
  return NUMBER.format(count);
}

/** A name of a customer as part of a line of text: without line breaks and controls, at most 120 characters. */
function oneLine(text: string): string {
  const characters = Array.from(text.replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim());
  return characters.length <= CHARACTERS_MAX
    ? characters.join('')
    : `${characters.slice(0, CHARACTERS_MAX - 1).join('')}…`;
}
