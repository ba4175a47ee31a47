import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Catalogue } from '@outreach/event-schema';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import { createMailServer, type SystemMailSettings } from '@outreach/system-mail';
import type { HostGuard, Post } from '../sending/index.ts';
import { createCollectionStores, createReceivedEvents } from './collection.store.ts';
import { makeMessagesJob } from './make-messages.job.ts';
import { createMessageStores, type MessageStores } from './message.store.ts';
import { notificationConsumers } from './notifications.events.ts';
import { notificationMethods, type NotificationMethods } from './notifications.rpc.ts';
import type { SettingsDirectory } from './ports.ts';
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
): Feature<NotificationMethods> {
  const { clock, ids, units, sealer, logger } = base;
  const { connection } = base.mongo;
  const hasMail = mail.SYSTEM_SMTP_URL !== '';
  const { settings, directory } = createSettingsStores(connection);
  const shared = { connection, clock, ids, leaseMs: LEASE_MS };
  const { collections, queue } = createCollectionStores(shared);
  const stores = createMessageStores(shared);
  const transaction = async <T>(fn: () => Promise<T>): Promise<T> =>
    runAsSystem('notifications of all workspaces are made by the same workers', async () =>
      units.unitOfWork(fn),
    );
  const received = createReceivedEvents(connection, clock);
  const onDue = (): void => queue.wakeUp.raise();
  const collecting = { settings: directory, received, collections, clock, transaction, onDue };
  const sending = sendingJobs(base, { ...needs, stores, directory }, mail);
  const making = makeMessagesJob({
    queue,
    collections,
    settings: directory,
    messages: stores.messages,
    hasMail,
    transaction,
    onMade: sending.wake,
    clock,
    logger,
  });
  return {
    name: 'notifications',
    methods: notificationMethods({ settings, sealer, hosts: needs.hosts, hasMail }),
    consumers: notificationConsumers({ catalogue: needs.catalogue, ports: collecting }),
    jobs: [making, ...sending.jobs],
  };
}

interface SendingNeeds {
  readonly post: Post;
  readonly stores: MessageStores;
  readonly directory: SettingsDirectory;
}

interface SendingJobs {
  readonly jobs: readonly Job[];
  readonly wake: () => void;
}

function sendingJobs(base: ServiceBase, needs: SendingNeeds, mail: SystemMailSettings): SendingJobs {
  const { clock, random, logger, sealer } = base;
  const { SYSTEM_SMTP_URL: url, SYSTEM_MAIL_FROM: from, PUBLIC_BASE_URL: baseUrl } = mail;
  const senders = createSenders({
    settingsOf: async (workspaceId) =>
      runAsSystem('workers send notifications of all workspaces', async () =>
        (await needs.directory.findOf([workspaceId])).get(workspaceId),
      ),
    server: createMailServer({ url, from }),
    post: needs.post,
    sealer,
    baseUrl,
    from,
    clock,
  });
  const shared = { clock, random, logger };
  const [emails, slack] = [needs.stores.queueOf('email'), needs.stores.queueOf('slack')];
  const emailJob = sendMessagesJob({
    ...shared,
    channel: 'email',
    queue: emails,
    slots: EMAIL_SLOTS,
    slotsPerWorkspace: EMAIL_SLOTS_PER_WORKSPACE,
    send: senders.email,
  });
  const slackJob = sendMessagesJob({
    ...shared,
    channel: 'slack',
    queue: slack,
    slots: SLACK_SLOTS,
    slotsPerWorkspace: SLACK_SLOTS_PER_WORKSPACE,
    send: senders.slack,
  });
  return {
    jobs: url === '' ? [slackJob] : [emailJob, slackJob],
    wake: () => {
      emails.wakeUp.raise();
      slack.wakeUp.raise();
    },
  };
}
