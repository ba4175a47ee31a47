import type { Cursors } from '@outreach/mongo-kit';
import { currentCall } from '@outreach/service-kit';
import type { PlaceBinding, Places } from '../contact-records/contact-slice.ts';

/** Places of the current call's workspace, sealed by the service's cursors. */
export function createPlaces(cursors: Cursors): Places {
  const bind = (binding: PlaceBinding) => ({ ...binding, workspaceId: currentCall()?.workspaceId ?? '' });
  return {
    seal: (binding, place) => cursors.encode(bind(binding), place),
    open: (binding, cursor) => cursors.decode(bind(binding), cursor),
  };
}
