import type { ReactNode } from 'react';
import { useRotateSecret } from '../../data/webhooks.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import type { EndpointDialogProps } from './endpoint-dialog-props.ts';

/** Asks, replaces the signing secret, and shows the new one once. */
export function RotateSecret({ endpoint, onClose }: EndpointDialogProps): ReactNode {
  const rotate = useRotateSecret(endpoint.id);
  if (rotate.data !== undefined)
    return (
      <Dialog onClose={onClose} title="Rotate secret">
        <ShownOnce noun="signing secret" secret={rotate.data.signing_secret} onClose={onClose} />
      </Dialog>
    );
  return (
    <Confirm
      onClose={onClose}
      action="Rotate secret"
      effect={`The secret ${endpoint.signing_secret_preview}… ends at once. The receiver refuses deliveries until it has the new secret.`}
      isDangerous
      change={rotate}
      onConfirm={() => rotate.mutate()}
    />
  );
}
