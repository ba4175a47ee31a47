import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeleteEndpoint } from '../../data/webhooks.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { formatNumber } from '../../parts/format.ts';
import type { EndpointDialogProps } from './endpoint-dialog-props.ts';

/** Asks, deletes the endpoint, and returns to the list. */
export function DeleteEndpoint({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteEndpoint(endpoint.id);
  const count = formatNumber(endpoint.total_deliveries_30d);
  return (
    <Confirm
      onClose={onClose}
      action="Delete webhook"
      effect={`${endpoint.name} receives nothing more, retries included. The log of its ${count} deliveries of the last 30 days stays readable by the API. This cannot be undone.`}
      isDangerous
      change={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/webhooks' }) })}
    />
  );
}
