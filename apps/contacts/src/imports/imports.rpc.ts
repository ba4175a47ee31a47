import { fromPage, toMeta } from '@outreach/app-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { toJobMessage } from './import-message.rpc.ts';
import { cancelImport, getImport, listImportErrors } from './manage-imports.ts';
import type { ImportPorts } from './ports.ts';
import { receiveImport } from './receive-import.rpc.ts';

export function importMethods(ports: ImportPorts): ContactsMethods {
  return {
    createImport: {
      scope: WRITE,
      about: NOTHING,
      receive: async (ctx, chunks) => receiveImport(ports, ctx, chunks),
    },
    getImport: {
      scope: READ,
      query: async (_ctx, { id }) => ({ job: toJobMessage(await getImport(ports.imports, id)) }),
    },
    listImports: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await ports.imports.list(fromPage(page));
        return { jobs: list.items.map(toJobMessage), meta: toMeta(list) };
      },
    },
    cancelImport: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => ({ job: toJobMessage(await cancelImport(ports, id)) }),
    },
    listImportErrors: {
      scope: READ,
      query: async (_ctx, { id, page }) => {
        const list = await listImportErrors(ports, { id, page: fromPage(page) });
        const errors = list.items.map(({ column, email, raw, ...row }) => ({
          ...row,
          column: column ?? undefined,
          email: email ?? undefined,
          raw: [...raw],
        }));
        return { errors, meta: toMeta(list), columns: [...list.columns] };
      },
    },
  };
}
