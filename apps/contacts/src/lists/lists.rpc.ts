import { READ, type ContactsMethods } from '../methods/index.ts';
import { listContacts, type ListContactsPorts } from './list-contacts.ts';
import { fromListMessage, fromSearchMessage, toContactPage } from './list-messages.rpc.ts';
import { searchContacts } from './search-contacts.ts';

export function listMethods(ports: ListContactsPorts): ContactsMethods<'listContacts' | 'searchContacts'> {
  return {
    listContacts: {
      scope: READ,
      query: async (_ctx, request) => toContactPage(await listContacts(ports, fromListMessage(request))),
    },
    searchContacts: {
      scope: READ,
      query: async (_ctx, request) => toContactPage(await searchContacts(ports, fromSearchMessage(request))),
    },
  };
}
