import { fromPage, toMeta } from '@outreach/app-kit';
import { readPersonalData } from '@outreach/contracts-common/personal-data';
import { NOTHING } from '@outreach/service-kit/rpc';
import { getContact } from '../contact-store/index.ts';
import { ERASE, type ContactsMethods } from '../methods/index.ts';
import { eraseContact } from './erase-contact.ts';
import type { ErasurePorts } from './ports.ts';

export function erasureMethods(ports: ErasurePorts): ContactsMethods {
  return {
    eraseContact: {
      scope: ERASE,
      about: NOTHING,
      command: async (ctx, { id, deletion_reason: reason, suppress }) => {
        const log = await eraseContact(ports, ctx, { id, reason: reason ?? null, suppress });
        return { id, retention_log_id: log.id };
      },
    },
    readPersonalData: {
      scope: ERASE,
      query: async (_ctx, { contact_id: id, section, after }) =>
        readPersonalData(ports.places, { contact: await getContact(ports, id), section, after }),
    },
    listRetentionLogs: {
      scope: ERASE,
      query: async (_ctx, { page }) => {
        const list = await ports.retentionLogs.list(fromPage(page));
        const retention_logs = list.items.map(({ reason, workspace_id, ...log }) => ({
          ...log,
          reason: reason ?? undefined,
        }));
        return { retention_logs, meta: toMeta(list) };
      },
    },
  };
}
