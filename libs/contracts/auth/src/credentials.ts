import { apiKeyChanged, signingKeyChanged, userChanged, workspaceChanged } from './events.ts';

/** A gateway loads a credential status again after this time, also if it finds no change. */
export const CREDENTIAL_STATUS_AGE_SECONDS_MAX = 60;

/** The event of a change, by the type of the changed record. */
export const credentialEvents = {
  api_key: apiKeyChanged,
  user: userChanged,
  workspace: workspaceChanged,
  signing_key: signingKeyChanged,
} as const;

export type CredentialType = keyof typeof credentialEvents;

export function isCredentialType(text: string): text is CredentialType {
  return Object.hasOwn(credentialEvents, text);
}

/** The type of the changed record, by the type of its event. */
export const credentialTypeOfEvent: ReadonlyMap<string, CredentialType> = new Map(
  Object.keys(credentialEvents)
    .filter(isCredentialType)
    .map((type) => [credentialEvents[type].type, type]),
);
