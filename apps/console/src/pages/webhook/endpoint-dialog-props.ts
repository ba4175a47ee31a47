import type { Endpoint } from '../../data/webhooks.ts';

export interface EndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}
