import type { ReactNode } from 'react';
import { useResetTotp } from '../../data/second-factor.ts';
import type { User } from '../../data/users.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { noFactorError } from './no-factor-error.ts';

interface ResetFactorProps {
  readonly user: Pick<User, 'id' | 'username'>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** An owner turns the second factor of a user off who has lost the app and the recovery codes. */
export function ResetFactor({ user, onClose, onDone }: ResetFactorProps): ReactNode {
  const reset = useResetTotp();
  return (
    <Confirm
      onClose={onClose}
      action="Reset second factor"
      effect={`${user.username} can log in with the password alone, until a new second factor is turned on.`}
      isDangerous
      change={{ ...reset, error: noFactorError(reset.error) }}
      onConfirm={() => reset.mutate(user.id, { onSuccess: onDone })}
    />
  );
}
