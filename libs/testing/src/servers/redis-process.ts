import { createServerProcess, type ServerProcess } from './server-process.ts';
import { testRedisServer } from './servers.ts';

/** A Redis without persistence on a free port. After a kill it starts empty. */
export async function createRedisProcess(): Promise<ServerProcess> {
  return createServerProcess({
    scheme: 'redis',
    binary: testRedisServer(),
    args: ({ port, folder }) => [
      ...['--bind', '127.0.0.1', '--port', port, '--dir', folder],
      ...['--save', '', '--appendonly', 'no'],
    ],
  });
}
