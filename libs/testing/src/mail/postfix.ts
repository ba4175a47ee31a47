import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../eventually.ts';
import { freePort, loopback } from '../free-port.ts';
import { testPostfix } from '../servers/servers.ts';

const run = promisify(execFile);
/** The unprivileged user of Linux, who owns the mailboxes of `startDovecot`. */
const UNPRIVILEGED = 65_534;

export interface PostfixOptions {
  /** A folder of maildirs. */
  readonly mailFolder: string;
  /** The maildir of each address, or of all addresses of a domain such as `@acme.example`. */
  readonly maildirs: Readonly<Record<string, string>>;
  /** Domains of the server. An email to another address of them is accepted first, and bounces by a report. */
  readonly domains: readonly string[];
  /** Port of a SASL server of Dovecot. Without it, the server needs no authentication. */
  readonly saslPort?: number;
}

/** A mail server. */
export interface TestPostfix {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts Postfix on a free loopback port, with its own configuration, queue and log. Only root can start it. */
export async function startPostfix(options: PostfixOptions): Promise<TestPostfix> {
  const binary = testPostfix();
  const folder = await mkdtemp(join(tmpdir(), 'outreach-postfix-'));
  const port = await freePort();
  await chmod(folder, 0o755);
  await writeConfiguration(folder, { ...options, port });
  const child = spawn(binary, ['-c', join(folder, 'config'), 'start-fg'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      await run(binary, ['-c', join(folder, 'config'), 'stop']).catch(() => child.kill('SIGTERM'));
      await ended;
    }
    // The processes of the server write their last files while the folder is removed.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    await eventually(async () => run(binary, ['-c', join(folder, 'config'), 'status']));
  } catch {
    const log = await readFile(join(folder, 'mail.log'), 'utf8').catch(() => 'no log');
    await stop();
    throw new Error(`Postfix did not start: ${log}`);
  }
  return { port, stop };
}

interface Configuration extends PostfixOptions {
  readonly port: number;
}

async function writeConfiguration(folder: string, options: Configuration): Promise<void> {
  const config = join(folder, 'config');
  await mkdir(config);
  await mkdir(join(folder, 'queue'));
  await mkdir(join(folder, 'data'));
  await run('chown', ['postfix', join(folder, 'data')]);
  await writeFile(join(config, 'main.cf'), mainConfiguration(folder, options));
  await writeFile(join(config, 'master.cf'), services(options.port));
  const mailboxes = Object.entries(options.maildirs).map(([address, maildir]) => `${address} ${maildir}/\n`);
  await writeFile(join(config, 'mailboxes'), mailboxes.join(''));
}

function mainConfiguration(folder: string, { mailFolder, domains, saslPort }: Configuration): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
syslog_name = test
myhostname = mx.example.org
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = ${loopback}
inet_protocols = ipv4
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:no local mail
virtual_mailbox_domains = ${domains.join(', ')}
virtual_mailbox_base = ${mailFolder}
virtual_mailbox_maps = texthash:${folder}/config/mailboxes
virtual_uid_maps = static:${UNPRIVILEGED}
virtual_gid_maps = static:${UNPRIVILEGED}
virtual_minimum_uid = 100
smtpd_reject_unlisted_recipient = no
smtpd_relay_restrictions = permit_mynetworks, reject
default_transport = error:5.4.4 Host or domain name not found
smtpd_delay_reject = ${saslPort === undefined ? 'no' : 'yes'}
${saslPort === undefined ? '' : saslConfiguration(saslPort)}
`;
}

function saslConfiguration(port: number): string {
  return `
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:${loopback}:${port}
smtpd_sasl_security_options = noanonymous
smtpd_client_restrictions = permit_sasl_authenticated, reject
`;
}

/** The services that accept, deliver and bounce. None has a changed root folder. */
function services(port: number): string {
  return `
${loopback}:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
}
