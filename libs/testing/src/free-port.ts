import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

export const loopback = '127.0.0.1';

// Below the range of ephemeral ports: a client that reconnects to a stopped server could otherwise get the port of
// that server and block its restart.
const portMin = 20_000;
const portMax = 32_000;
const blockSize = 20;
const attemptCountMax = 2_000;

/** First ports of the blocks of this process. A process owns a block by listening on its first port. */
const ownBlocks = new Set<number>();
let next = 0;
let end = 0;

/**
 * Returns a loopback port for a server that starts later: the preferred one when it is free. No other caller of this
 * function, in any process, gets the port while this process lives.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isOurs(preferred)) && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < attemptCountMax; attempt += 1) {
    if (next >= end) {
      await claimAnyBlock();
      continue;
    }
    const candidate = next;
    next += 1;
    if (await isPortFree(candidate)) return candidate;
  }
  throw new Error(`No free loopback port was found between ${portMin} and ${portMax}.`);
}

/** True when no server listens on the loopback port. */
export async function isPortFree(candidate: number): Promise<boolean> {
  const server = await listenOn(candidate);
  if (server === undefined) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

async function claimAnyBlock(): Promise<void> {
  const first = portMin + randomInt((portMax - portMin) / blockSize) * blockSize;
  if (ownBlocks.has(first) || !(await claimBlock(first))) return;
  next = first + 1;
  end = first + blockSize;
}

async function isOurs(port: number): Promise<boolean> {
  const place = (port - portMin) % blockSize;
  if (port < portMin || port >= portMax || place === 0) return false;
  return ownBlocks.has(port - place) || (await claimBlock(port - place));
}

/** The claim ends with this process: the system closes its sockets, also after a kill. */
async function claimBlock(first: number): Promise<boolean> {
  const claim = await listenOn(first);
  claim?.unref();
  if (claim !== undefined) ownBlocks.add(first);
  return claim !== undefined;
}

async function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ port, host: loopback, exclusive: true }, () => {
      resolve(server);
    });
  });
}
