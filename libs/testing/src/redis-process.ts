import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { createServerProcess, type ServerProcess } from './server-process.ts';

/** REDIS_SERVER_BIN, else the redis-server of the PATH; undefined where there is none. */
export function findRedisServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const named = env['REDIS_SERVER_BIN'];
  if (named !== undefined && named !== '') return named;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, 'redis-server')).find(isProgram);
}

/** A Redis on a free port that keeps nothing: killed, it starts empty. */
export async function createRedisProcess(binary: string): Promise<ServerProcess> {
  return createServerProcess({
    scheme: 'redis',
    binary,
    args: ({ port, folder }) => [
      ...['--bind', '127.0.0.1', '--port', port, '--dir', folder],
      ...['--save', '', '--appendonly', 'no'],
    ],
  });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
