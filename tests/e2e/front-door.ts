import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** The public address of an installation, which is known before its gateway has started. */
export async function startFrontDoor(
  port: number,
  gatewayUrl: () => string,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(gatewayUrl()).port), '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      server.close();
    },
  };
}
