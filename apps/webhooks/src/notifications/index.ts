import type { ServiceBase } from '@outreach/app-kit';
import type { Catalogue } from '@outreach/event-schema';
import { runAsSystem } from '@outreach/mongo-kit';
import type { SystemMailSettings } from '@outreach/system-mail';
import type { WebhooksFeature } from '../methods/index.ts';
import type { HostGuard, Post } from '../sending/index.ts';
import { createCollectionStores, createReceivedEvents } from './collection.store.ts';
import { makeMessagesJob } from './make-messages.job.ts';
import { createMessageStores } from './message.store.ts';
import { notificationConsumers } from './notifications.events.ts';
import { notificationMethods } from './notifications.rpc.ts';
import { createSenders } from './send-message.client.ts';
import { sendMessagesJob } from './send-messages.job.ts';
import { createSettingsStores } from './settings.store.ts';

/** Longer than an exchange with a server may take. */
const LEASE_MS = 180_000;
const EMAIL_SLOTS = 16;
const EMAIL_SLOTS_PER_WORKSPACE = 2;
const SLACK_SLOTS = 64;
const SLACK_SLOTS_PER_WORKSPACE = 1;

export const SEALED_URLS = { collection: 'notification_settings', fields: ['sealed_slack_url'] };

export interface NotificationsNeeds {
  readonly catalogue: Catalogue;
  readonly hosts: HostGuard;
  readonly post: Post;
}

/** Emails and Slack messages to the people of a workspace about events that need them. */
export function createNotifications(
  base: ServiceBase,
  needs: NotificationsNeeds,
  mail: SystemMailSettings,
): WebhooksFeature {
  const { clock, units, sealer, logger } = base;
  const { connection } = base.mongo;
  const hasMail = mail.SYSTEM_SMTP_URL !== '';
  const { settings, directory } = createSettingsStores(connection);
  const { collections, queue } = createCollectionStores(base, LEASE_MS);
  const { messages, queueOf } = createMessageStores(base, LEASE_MS);
  const [emails, slack] = [queueOf('email'), queueOf('slack')];
  const transaction = async <T>(fn: () => Promise<T>): Promise<T> =>
    runAsSystem('notifications of all workspaces are made by the same workers', async () =>
      units.unitOfWork(fn),
    );
  const received = createReceivedEvents(base);
  const onDue = (): void => queue.wakeUp.raise();
  const collecting = { settings: directory, received, collections, clock, transaction, onDue };
  const onMade = (): void => {
    emails.wakeUp.raise();
    slack.wakeUp.raise();
  };
  const making = makeMessagesJob({ ...collecting, queue, messages, hasMail, onMade, logger });
  const senders = createSenders({ directory, post: needs.post, sealer, clock }, mail);
  const emailJob = sendMessagesJob({
    channel: 'email',
    queue: emails,
    slots: EMAIL_SLOTS,
    slotsPerWorkspace: EMAIL_SLOTS_PER_WORKSPACE,
    send: senders.email,
    base,
  });
  const slackJob = sendMessagesJob({
    channel: 'slack',
    queue: slack,
    slots: SLACK_SLOTS,
    slotsPerWorkspace: SLACK_SLOTS_PER_WORKSPACE,
    send: senders.slack,
    base,
  });
  return {
    name: 'notifications',
    methods: notificationMethods({ settings, sealer, hosts: needs.hosts, hasMail }),
    consumers: notificationConsumers(needs.catalogue, collecting),
    jobs: [making, ...(hasMail ? [emailJob] : []), slackJob],
  };
}
