import { connectTo } from '../connect.ts';
import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';
import type { Column } from '../output/table.ts';
import type { Session } from '../session.ts';
import { DEFAULT_URL, type ListedProfile } from './profiles.ts';
import { readSecret } from './read-secret.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks an API key at the server, then stores both in the profile. */
export async function logIn(session: Session, urlOption: string | undefined): Promise<void> {
  const { out, environment, signal } = session;
  const profiles = await session.profiles();
  const name = await profiles.nameOf(session.profile);
  const url = urlOption ?? environment.url ?? (await profiles.urlOf(name)) ?? DEFAULT_URL;
  if (isReadable(url))
    out.notice(`Warning: ${url} is not encrypted; others on the network can read the API key.`);
  const apiKey = await readSecret(`API key for ${url}: `, signal);
  if (apiKey === '') throw new CommandFailure(EXIT_CODES.usage, 'The API key is empty.');
  const client = connectTo({ url, apiKey }, signal);
  await client.get('/api/v1/auth/rate-limit-status/');
  const workspace = await client.get('/api/v1/workspace/');
  const keyStore = await profiles.save(name, { url, apiKey });
  const text = `Logged in to ${workspace.name} at ${url}. The key of the profile ${name} is in the ${keyStore}.`;
  await out.record({ profile: name, url, workspace_id: workspace.id, key_store: keyStore }, text);
}

export async function logOut({ out, profile, profiles }: Session): Promise<void> {
  const list = await profiles();
  const name = await list.nameOf(profile);
  await list.remove(name);
  await out.record(
    { profile: name },
    `The profile ${name} and its key are deleted. The key itself stays valid.`,
  );
}

const COLUMNS: readonly Column<ListedProfile>[] = [
  { head: 'NAME', of: ({ name }) => name },
  { head: 'CURRENT', of: ({ is_current }) => (is_current ? 'yes' : '') },
  { head: 'URL', of: ({ url }) => url },
  { head: 'KEY', of: ({ key_store }) => key_store },
];

export async function listProfiles({ out, profiles }: Session): Promise<void> {
  const listed = await (await profiles()).list();
  await out.list(COLUMNS, [listed], 'There is no profile. Run outreach login.');
}

export async function useProfile({ out, profiles }: Session, name: string): Promise<void> {
  await (await profiles()).use(name);
  await out.record({ profile: name }, `The current profile is ${name}.`);
}

/** True for http to another machine. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}
