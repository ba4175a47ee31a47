import type { Cursors } from '@outreach/mongo-kit/paging';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { CursorBinding, ListCursors } from './ports.ts';

/** Cursors of the current call's workspace. */
export function createListCursors(cursors: Cursors): ListCursors {
  const bind = (binding: CursorBinding) => ({ ...binding, workspaceId: requireWorkspaceId() });
  return {
    encode: (binding, position) => cursors.encode(bind(binding), position),
    decode: (binding, cursor) => cursors.decode(bind(binding), cursor),
  };
}
