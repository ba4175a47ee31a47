import {
  CREDENTIAL_LIMITS,
  FAILURE_LIMITS,
  TRACKING_LIMITS,
  type LimitDefinition,
  type LimitSubject,
} from './limits.ts';
import type { LimitUse } from './rate-limiter.ts';

/** The caller of a request, as the limits require it. */
export interface LimitedCaller {
  readonly principalId: string;
  readonly workspaceId: string;
  readonly subject: LimitSubject;
}

const DEFINITIONS: readonly LimitDefinition[] = CREDENTIAL_LIMITS;

/** The limits of a request with a credential. */
export function usesOf(
  caller: LimitedCaller,
  request: { readonly isWrite: boolean; readonly named: readonly string[] },
): LimitUse[] {
  const uses: LimitUse[] = [];
  for (const definition of DEFINITIONS) {
    const applies =
      definition.appliesTo === 'all' ||
      (definition.appliesTo === 'writes' ? request.isWrite : request.named.includes(definition.name));
    if (applies) uses.push(useOf(definition, caller));
  }
  return uses;
}

/** All limits of a credential, for the status endpoint. */
export function allUsesOf(caller: LimitedCaller): LimitUse[] {
  return DEFINITIONS.map((definition) => useOf(definition, caller));
}

/** The limit of the credential itself. */
export function credentialUseOf(caller: LimitedCaller): LimitUse {
  return useOf(CREDENTIAL_LIMITS[0], caller);
}

function useOf(definition: LimitDefinition, caller: LimitedCaller): LimitUse {
  const key = definition.key === 'principal' ? caller.principalId : caller.workspaceId;
  return {
    partition: caller.workspaceId,
    name: definition.name,
    key,
    limit: definition.value(caller.subject),
  };
}

export function addressUse(addressKey: string): LimitUse {
  return { partition: addressKey, name: 'address', key: addressKey, limit: FAILURE_LIMITS.address };
}

/** The limits of a log-in attempt; without a username, only the limit of the address. */
export function loginUses(addressKey: string, username: string | undefined): LimitUse[] {
  const { login, login_address } = FAILURE_LIMITS;
  const partition = addressKey;
  const byAddress = { partition, name: 'login_address', key: addressKey, limit: login_address };
  if (username === undefined) return [byAddress];
  const key = `${username.toLowerCase()} ${addressKey}`;
  return [{ partition, name: 'login', key, limit: login }, byAddress];
}

/** The limits of a request for a link in an email: one call per partition. `tokenKey` is a part of the token. */
export function trackingUses(addressKey: string, tokenKey: string): readonly LimitUse[] {
  const { tracking_address: perAddress, tracking_token: perToken } = TRACKING_LIMITS;
  return [
    { partition: addressKey, name: 'tracking_address', key: addressKey, limit: perAddress },
    { partition: tokenKey, name: 'tracking_token', key: tokenKey, limit: perToken },
  ];
}

export interface LimitedUser {
  readonly userId: string;
  readonly workspaceId: string;
}

/** The limit of a user, for a log-in: its user is known only after the attempt. */
export function userCredentialUse({ userId, workspaceId }: LimitedUser): LimitUse {
  const [definition] = CREDENTIAL_LIMITS;
  const subject = { type: 'user', keyLimit: 0, workspaceRequests: 0, workspaceWrites: 0 } as const;
  return { partition: workspaceId, name: definition.name, key: userId, limit: definition.value(subject) };
}
