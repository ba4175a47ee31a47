import { fromPage, toMeta } from '@outreach/app-kit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import { cancelImport, getImport, listImportErrors, listImports } from './manage-imports.ts';
import type { Deps } from '../domain/ports.ts';
import { toJobMessage } from './import-message.rpc.ts';
import { receiveImport } from './receive-import.rpc.ts';
import { READ, WRITE } from '../contact-records/scopes.rpc.ts';

type ImportRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  'createImport' | 'getImport' | 'listImports' | 'cancelImport' | 'listImportErrors'
>;

/** The rows of imports. */
export function importRows(deps: Deps): ImportRows {
  return {
    createImport: {
      scope: WRITE,
      receive: async (ctx, parts) => receiveImport(deps, ctx, parts),
    },
    getImport: {
      scope: READ,
      query: async (_ctx, { id }) => ({ job: toJobMessage(await getImport(deps, id)) }),
    },
    listImports: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await listImports(deps, fromPage(page));
        return { jobs: list.items.map(toJobMessage), meta: toMeta(list) };
      },
    },
    cancelImport: {
      scope: WRITE,
      command: async (_ctx, { id }) => ({ job: toJobMessage(await cancelImport(deps, id)) }),
    },
    listImportErrors: {
      scope: READ,
      query: async (_ctx, { id, page }) => {
        const list = await listImportErrors(deps, { id, page: fromPage(page) });
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
