import { bytesOf, defineModel, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { SettingsDirectory, SettingsStore } from './ports.ts';
import type { NotificationSettings } from './settings.ts';

/** One document per workspace; `_id` is the id of the workspace. */
interface SettingsDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly emails: string[];
  readonly events: string[];
  /** Absent without a URL. */
  readonly sealed_slack_url?: Uint8Array;
  readonly slack_host?: string;
  readonly slack_preview?: string;
}

const schema = tenantSchema<SettingsDocument>({
  _id: String,
  emails: [String],
  events: [String],
  sealed_slack_url: Buffer,
  slack_host: String,
  slack_preview: String,
});

export interface SettingsStores {
  readonly settings: SettingsStore;
  readonly directory: SettingsDirectory;
}

export function createSettingsStores(connection: Connection): SettingsStores {
  const documents: Model<SettingsDocument> = defineModel(connection, 'notification_settings', schema);
  return {
    settings: {
      find: async () => {
        const found = await documents.findOne({ _id: requireWorkspaceId() }).lean<SettingsDocument>();
        return found === null ? undefined : fromDocument(found);
      },
      save: async (settings) => {
        const filter = { _id: requireWorkspaceId() };
        await documents.updateOne(filter, toUpdate(settings), { upsert: true });
      },
    },
    directory: {
      findOf: async (workspaceIds) => {
        const found = await documents.find({ _id: { $in: [...workspaceIds] } }).lean<SettingsDocument[]>();
        return new Map(found.map((document) => [document._id, fromDocument(document)]));
      },
    },
  };
}

function fromDocument({ emails, events, ...slack }: SettingsDocument): NotificationSettings {
  const { sealed_slack_url: sealed, slack_host: host = '', slack_preview: preview = '' } = slack;
  const webhook = sealed === undefined ? null : { sealed_url: bytesOf(sealed), host, preview };
  return { emails, events, slack: webhook };
}

function toUpdate({ emails, events, slack }: NotificationSettings) {
  const lists = { emails: [...emails], events: [...events] };
  if (slack === null)
    return { $set: lists, $unset: { sealed_slack_url: 1, slack_host: 1, slack_preview: 1 } };
  const sealed = Buffer.from(slack.sealed_url);
  return {
    $set: { ...lists, sealed_slack_url: sealed, slack_host: slack.host, slack_preview: slack.preview },
  };
}
