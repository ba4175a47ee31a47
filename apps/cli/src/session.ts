import type { createClient } from '@outreach/client';
import type { Command } from 'commander';
import { readEnvironment, type Environment } from './config.ts';
import { createOutput, type Output } from './output/output.ts';
import type { ProfileList } from './profiles/profiles.ts';

export type Client = ReturnType<typeof createClient>;

/** What a command works with. */
export interface Session {
  readonly out: Output;
  readonly environment: Environment;
  /** The option `--profile`. */
  readonly profile: string | undefined;
  /** Aborted by Ctrl-C, and when the reader of standard output is gone. */
  readonly signal: AbortSignal;
  profiles(): Promise<ProfileList>;
  /** A client for the server and key of the profile. */
  connect(): Promise<Client>;
}

/** Opens the session of a command that runs. Modules are loaded when they are used, so that the command starts fast. */
export type OpenSession = (command: Command) => Session;

export function sessionOpener(signal: AbortSignal): OpenSession {
  return (command) => {
    const { json = false, profile } = command.optsWithGlobals<{ json?: boolean; profile?: string }>();
    const out = createOutput(json);
    const environment = readEnvironment();
    const profiles = async (): Promise<ProfileList> => {
      const { createProfiles } = await import('./profiles/profiles.ts');
      return createProfiles(environment, out.notice);
    };
    const connect = async (): Promise<Client> => {
      const { url, apiKey } = await (await profiles()).access(profile);
      const { connectTo } = await import('./connect.ts');
      return connectTo({ url, apiKey }, signal);
    };
    return { out, environment, profile, signal, profiles, connect };
  };
}
