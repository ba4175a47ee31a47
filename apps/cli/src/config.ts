import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the environment sets. An empty variable counts as absent. */
export interface Environment {
  /** `OUTREACH_URL`: the address of the server in place of that of the profile. */
  readonly url: string | undefined;
  /** `OUTREACH_API_KEY`: the API key in place of that of the profile. */
  readonly apiKey: string | undefined;
  /** `OUTREACH_PROFILE`: the name of the profile. */
  readonly profile: string | undefined;
  /** `OUTREACH_WEBHOOK_SECRET`: the secret that `webhooks listen` signs with. */
  readonly webhookSecret: string | undefined;
  /** False with `OUTREACH_KEY_RING=off`: keys are stored in the file. */
  readonly hasKeyRing: boolean;
  /** The folder of the profiles. */
  readonly folder: string;
}

export function readEnvironment(): Environment {
  const { XDG_CONFIG_HOME, OUTREACH_KEY_RING } = process.env;
  return {
    url: process.env['OUTREACH_URL'] || undefined,
    apiKey: process.env['OUTREACH_API_KEY'] || undefined,
    profile: process.env['OUTREACH_PROFILE'] || undefined,
    webhookSecret: process.env['OUTREACH_WEBHOOK_SECRET'] || undefined,
    hasKeyRing: OUTREACH_KEY_RING !== 'off',
    folder: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'outreach'),
  };
}
