import { createServer, type IncomingMessage } from 'node:http';

/** A receiver in a process of its own: answers 204 at once and reports the arrival time of each event to its parent. */
interface Arrival {
  readonly event: string;
  readonly atMs: number;
  readonly timestampMs: number;
}

const REPORT_EVERY_MS = 50;
let arrivals: Arrival[] = [];

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    response.writeHead(204).end();
    // Test deliveries at creation have no sequence number and are not measured.
    if (request.headers['webhook-sequence'] !== undefined) arrivals.push(arrivalOf(request, text));
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});
const report = setInterval(() => {
  if (arrivals.length > 0) process.send?.({ arrivals });
  arrivals = [];
}, REPORT_EVERY_MS);
process.on('disconnect', () => {
  clearInterval(report);
  server.close();
  server.closeAllConnections();
});

/** Cuts out the timestamp without parsing the body, so that the receiver stays cheap. */
function arrivalOf(request: IncomingMessage, text: string): Arrival {
  const [, timestamp = ''] = /"timestamp":"([^"]+)"/.exec(text) ?? [];
  return {
    event: String(request.headers['webhook-id']),
    atMs: Date.now(),
    timestampMs: Date.parse(timestamp),
  };
}
