// The steps of every entry point: the right Node, the packages, the servers if needed, and then the tool.

import { dirname, join, resolve, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeOver } from './command.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { ensureNode } from './ensure-node.mjs';
import { findMailServers, findRedis, findServers } from './find-servers.mjs';
import { PlainError, runMain } from './say.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Runs a script of this repository on a Node that is new enough, with the arguments of this process. */
export async function runTool({
  script,
  args = process.argv.slice(2),
  servers = false,
  redis = false,
  dovecot = false,
}) {
  await runMain(async () => {
    const { node, env } = await prepare({ servers, redis, dovecot });
    return takeOver(node, [join(root, script), ...args], { cwd: root, env });
  });
}

async function prepare({ servers, redis, dovecot }) {
  if (process.platform === 'win32')
    throw new PlainError('Outreach runs on Linux and macOS; on Windows use WSL.');
  const startedAt = Date.now();
  const node = await ensureNode();
  await ensureInstall(root);
  const found = {
    ...(servers ? await findServers({ node, root }) : {}),
    ...(redis ? await findRedis() : {}),
    ...(dovecot ? await findMailServers() : {}),
  };
  const seconds = (Date.now() - startedAt) / 1_000;
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { node, env: { ...process.env, ...found, OUTREACH_PREPARE_SECONDS: String(seconds), PATH: path } };
}
