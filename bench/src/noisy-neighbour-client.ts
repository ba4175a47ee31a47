import { connect, type Socket } from 'node:net';

const TIMEOUT_MS = 40_000;

export interface HostileRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  /** Sent as JSON, or as a form. */
  readonly body?: string | FormData;
}

/** The head of a request whose body is written by hand. */
export interface HostileHead {
  readonly path: string;
  readonly headers: readonly string[];
  /** The address of the client. */
  readonly address?: string;
}

/** Sends requests of one activity and counts their statuses. */
export interface HostileClient {
  /** Returns the text of the response; empty without a response. */
  send(request: HostileRequest): Promise<string>;
  /** Sends the head, then writes the body. Resolves when the response or the end of the connection arrives. */
  write(head: HostileHead, writeBody: (socket: Socket) => void): Promise<void>;
}

export function createHostileClient(port: number, statuses: Map<string, number>): HostileClient {
  const count = (status: string): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  return {
    send: async ({ method = 'POST', path, key, body }) => {
      try {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          },
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(body === undefined ? {} : { body }),
        });
        count(String(response.status));
        return await response.text();
      } catch {
        count('none');
        return '';
      }
    },
    write: async ({ path, headers, address = '127.0.0.1' }, writeBody) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: address });
      socket.on('error', () => undefined);
      socket.write([`POST ${path} HTTP/1.1`, 'Host: gateway', ...headers, '\r\n'].join('\r\n'));
      writeBody(socket);
      const status = await new Promise<string>((resolve) => {
        socket.once('data', (bytes: Buffer) => {
          resolve(bytes.toString('latin1').split(' ')[1] ?? 'unknown');
        });
        socket.once('close', () => {
          resolve('none');
        });
      });
      socket.destroy();
      count(status);
    },
  };
}
