import { AppError } from '@outreach/errors';
import type { Role } from '../config/config.ts';

/** The role whose processes serve a method. Only workers may leave the cluster. */
export function roleOf(entry: object): Role {
  return 'isOutbound' in entry && entry.isOutbound === true ? 'worker' : 'api';
}

export interface ServedMethod {
  /** For example `/outreach.webhooks.v1.WebhooksService/TestEndpoint`. */
  readonly path: string;
  readonly role: Role;
}

/**
 * Checks that a process serves a method.
 * @throws AppError `unavailable`: the caller may repeat the call, because nothing has run.
 */
export function requireRole(roles: ReadonlySet<Role>, { path, role }: ServedMethod): void {
  if (roles.has(role)) return;
  throw new AppError('unavailable', 'A part of the service is not reachable; try again.', {
    privateText: `Only processes with the role ${role} serve ${path}.`,
  });
}
