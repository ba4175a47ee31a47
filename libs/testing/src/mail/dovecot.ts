import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../eventually.ts';
import { freePort, loopback } from '../free-port.ts';
import { testDovecot } from '../servers/servers.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../servers/test-certificate.ts';

const run = promisify(execFile);
const ROOT = 0;
/** The unprivileged user of Linux: Dovecot opens no mailbox as root. */
const UNPRIVILEGED = 65_534;

/** An IMAP server with a mailbox for `username` and for every address of `MAILBOX_DOMAIN`, all with one password. */
export interface TestDovecot {
  /** Port without TLS, with STARTTLS. */
  readonly port: number;
  /** Port with TLS from the first byte. */
  readonly tlsPort: number;
  /** Port on which a mail server asks for log-ins. */
  readonly saslPort: number;
  readonly username: string;
  readonly password: string;
  /** The folder of all mailboxes; the maildir of a user has the user name. */
  readonly mailFolder: string;
  /** Adds messages to a folder of a mailbox, as a mail server does. */
  deliver(to: MailFolder, messages: readonly string[]): Promise<void>;
  /** Ends the connections of a user. */
  disconnect(username: string): Promise<void>;
  /** Ends the connections of a user and gives all messages of the inbox new UIDs, with another UIDVALIDITY. */
  renumber(username: string): Promise<void>;
  stop(): Promise<void>;
}

export interface MailFolder {
  readonly username: string;
  /** INBOX by default. */
  readonly folder?: 'Junk' | 'Sent';
}

export const MAILBOX_DOMAIN = 'mailbox.example';

export interface DovecotOptions {
  /** False for a server that offers no IDLE. */
  readonly hasIdle?: boolean;
  /** True if one process serves many connections: a test can open thousands. */
  readonly sharesProcesses?: boolean;
  /** Where access tokens are introspected (RFC 7662). The server then accepts tokens only, and has a SASL port. */
  readonly introspectionUrl?: string;
}

/** Starts Dovecot on free loopback ports, with its own folder. Its certificate is signed by `TEST_CA`. */
export async function startDovecot({
  hasIdle = true,
  sharesProcesses = false,
  introspectionUrl,
}: DovecotOptions = {}): Promise<TestDovecot> {
  const binary = testDovecot();
  const folder = await mkdtemp(join(tmpdir(), 'outreach-dovecot-'));
  const account = { username: 'sales@example.org', password: 'imap-pass-71c3' };
  const [port, tlsPort, saslPort] = [await freePort(), await freePort(), await freePort()];
  await chmod(folder, 0o755);
  await prepareMailbox(folder);
  await writeFile(join(folder, 'cert.pem'), TEST_CERTIFICATE);
  await writeFile(join(folder, 'key.pem'), TEST_CERTIFICATE_KEY);
  await writeFile(join(folder, 'users'), `${account.username}:{PLAIN}${account.password}\n`);
  const { password } = account;
  const ports = { port, tlsPort, saslPort };
  const settings = { folder, ...ports, password, hasIdle, sharesProcesses, introspectionUrl };
  if (introspectionUrl !== undefined)
    await writeFile(join(folder, 'oauth2.conf'), tokenConfiguration(introspectionUrl));
  await writeFile(join(folder, 'dovecot.conf'), configuration(settings));
  const child = spawn(binary, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    await end(child);
    // The processes of clients write their last files while the folder is removed.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    await eventually(async () => greets(port));
  } catch {
    const log = await readFile(join(folder, 'dovecot.log'), 'utf8').catch(() => 'no log');
    await stop();
    throw new Error(`Dovecot did not start: ${log}`);
  }
  const mailFolder = join(folder, 'mail');
  const disconnect = async (username: string): Promise<void> => {
    await run('doveadm', ['-c', join(folder, 'dovecot.conf'), 'kick', username]);
  };
  return {
    ...ports,
    ...account,
    mailFolder,
    deliver: async ({ username, folder: name }, messages) =>
      deliver(join(mailFolder, username, name === undefined ? '' : `.${name}`), messages),
    disconnect,
    renumber: async (username) => {
      await disconnect(username);
      await renumber(join(mailFolder, username));
    },
    stop,
  };
}

/** Files of a maildir appear under `new` when they are complete. */
async function deliver(maildir: string, messages: readonly string[]): Promise<void> {
  for (const part of ['', 'tmp', 'new', 'cur']) await ownFolder(join(maildir, part));
  for (const message of messages) {
    const name = `${Date.now()}.${randomUUID()}.test`;
    const path = join(maildir, 'tmp', name);
    await writeFile(path, message);
    await own(path);
    await rename(path, join(maildir, 'new', name));
  }
}

/** Without its list of UIDs, Dovecot builds a new one. */
async function renumber(maildir: string): Promise<void> {
  const names = await readdir(maildir);
  const lists = names.filter((name) => /^dovecot[.-](?:uidlist|index)/.test(name));
  for (const name of lists) await rm(join(maildir, name), { force: true });
}

async function ownFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await own(path);
}

async function own(path: string): Promise<void> {
  if (process.getuid?.() === ROOT) await chown(path, UNPRIVILEGED, UNPRIVILEGED);
}

async function prepareMailbox(folder: string): Promise<void> {
  await ownFolder(join(folder, 'mail'));
}

interface Listening extends Required<Omit<DovecotOptions, 'introspectionUrl'>> {
  readonly introspectionUrl: string | undefined;
  readonly folder: string;
  readonly port: number;
  readonly tlsPort: number;
  readonly saslPort: number;
  readonly password: string;
}

const SHARED_PROCESSES = `
default_client_limit = 8000
service imap {
  client_limit = 200
  service_count = 0
}
service imap-login {
  client_limit = 4000
  service_count = 0
}
`;

/** Started by root, Dovecot uses the users of its package; started by another user, it does everything as that user. */
function configuration(listening: Listening): string {
  const { folder, port, tlsPort, hasIdle, sharesProcesses } = listening;
  const isRoot = process.getuid?.() === ROOT;
  const { username, uid, gid } = userInfo();
  const [mailUid, mailGid] = isRoot ? [UNPRIVILEGED, UNPRIVILEGED] : [uid, gid];
  const ownUser = (): string[] => [
    `default_login_user = ${username}`,
    `default_internal_user = ${username}`,
    `default_internal_group = ${groupName()}`,
  ];
  return `
protocols = imap
listen = ${loopback}
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
mail_location = maildir:${folder}/mail/%u
# Linux notifies at most 128 processes of a user; the others look for new messages themselves.
mailbox_idle_check_interval = 1 s
first_valid_uid = 1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = ${listening.introspectionUrl === undefined ? 'plain login' : 'xoauth2 oauthbearer'}
auth_failure_delay = 0
${isRoot ? '' : ownUser().join('\n')}
${hasIdle ? '' : 'imap_capability = IMAP4rev1 LITERAL+ UIDPLUS SPECIAL-USE'}
${listening.introspectionUrl === undefined ? passwordDatabases(listening) : tokenDatabase(listening)}
userdb {
  driver = static
  args = uid=${mailUid} gid=${mailGid} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox Junk {
    special_use = \\Junk
    auto = create
  }
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
# Without this listener, a log-in after a failed one does not wait for 4 s.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service stats {
  chroot =
}
${sharesProcesses ? SHARED_PROCESSES : ''}
`;
}

function passwordDatabases({ folder, password }: Listening): string {
  return `
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
passdb {
  driver = static
  username_filter = *@${MAILBOX_DOMAIN}
  args = password=${password}
}
`;
}

function tokenDatabase({ folder, saslPort }: Listening): string {
  return `
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}
service auth {
  inet_listener {
    address = ${loopback}
    port = ${saslPort}
  }
}
`;
}

function tokenConfiguration(introspectionUrl: string): string {
  return `
introspection_mode = post
introspection_url = ${introspectionUrl}
force_introspection = yes
username_attribute = sub
active_attribute = active
active_value = true
`;
}

/** Name of the group of this process. */
function groupName(): string {
  return execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function greets(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, loopback);
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('close', () => reject(new Error('The server closed the connection.')));
    socket.once('error', reject);
  });
}
