import { createSocket } from 'node:dgram';
import { loopback } from './free-port.ts';

/** Records of one name. A name without an entry does not exist. */
export interface DnsRecords {
  readonly txt?: readonly string[];
  readonly mx?: readonly string[];
  /** IPv4 addresses. */
  readonly a?: readonly string[];
  /** The name to which an alias points. */
  readonly cname?: string;
  /** IPv6 addresses, without `::`. */
  readonly aaaa?: readonly string[];
  readonly ttlSeconds?: number;
  /** `refuse` answers with an error, `ignore` not at all. */
  readonly failure?: 'refuse' | 'ignore';
}

/** A name server with the records of a test. */
export interface TestDnsServer {
  /** `ip:port`. */
  readonly address: string;
  /** Records by name in lower case; they may change between questions. */
  readonly zone: Map<string, DnsRecords>;
  /** Names of the questions so far. */
  readonly questions: readonly string[];
  stop(): Promise<void>;
}

const TYPES = { a: 1, cname: 5, mx: 15, txt: 16, aaaa: 28 } as const;
const CLASS_INTERNET = 1;
const HEADER_BYTES = 12;
const TTL_SECONDS = 1;
const TEXT_BYTES_MAX = 255;
const NAME_OF_QUESTION = Buffer.from([0xc0, HEADER_BYTES]);
const CODES = { ok: 0, serverFailure: 2, noName: 3 } as const;
/** Response, authoritative, recursion available. */
const FLAGS = 0x8480;

/** Starts a name server on a free UDP port of the loopback interface (RFC 1035). */
export async function startDnsServer(): Promise<TestDnsServer> {
  const zone = new Map<string, DnsRecords>();
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const question = readQuestion(query);
    questions.push(question.name);
    const records = zone.get(question.name);
    if (records?.failure === 'ignore') return;
    socket.send(answer(query, question, records), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, loopback, resolve);
  });
  return {
    address: `${loopback}:${socket.address().port}`,
    zone,
    questions,
    stop: async () =>
      new Promise<void>((resolve) => {
        socket.close(() => resolve());
      }),
  };
}

interface Question {
  readonly name: string;
  readonly type: number;
  /** Position after the question. */
  readonly end: number;
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(query: Buffer, { type, end }: Question, records: DnsRecords | undefined): Buffer {
  const data = dataOf(type, records);
  const code =
    records === undefined ? CODES.noName : records.failure === 'refuse' ? CODES.serverFailure : CODES.ok;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(FLAGS | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  return Buffer.concat([
    header,
    query.subarray(HEADER_BYTES, end),
    ...data.map((bytes) => resource(type, bytes, records?.ttlSeconds)),
  ]);
}

function dataOf(type: number, records: DnsRecords | undefined): Buffer[] {
  if (records === undefined || records.failure !== undefined) return [];
  if (type === TYPES.txt) return (records.txt ?? []).map(textData);
  if (type === TYPES.mx)
    return (records.mx ?? []).map((host) => Buffer.concat([Buffer.from([0, 10]), nameData(host)]));
  if (type === TYPES.a) return (records.a ?? []).map((ip) => Buffer.from(ip.split('.').map(Number)));
  if (type === TYPES.cname) return records.cname === undefined ? [] : [nameData(records.cname)];
  const hexOf = (ip: string): string =>
    ip
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join('');
  if (type === TYPES.aaaa) return (records.aaaa ?? []).map((ip) => Buffer.from(hexOf(ip), 'hex'));
  return [];
}

function resource(type: number, data: Buffer, ttlSeconds = TTL_SECONDS): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(CLASS_INTERNET, 2);
  fixed.writeUInt32BE(ttlSeconds, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([NAME_OF_QUESTION, fixed, data]);
}

/** A text of any length, in parts of at most 255 bytes. */
function textData(text: string): Buffer {
  const bytes = Buffer.from(text, 'ascii');
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += TEXT_BYTES_MAX) {
    const part = bytes.subarray(at, at + TEXT_BYTES_MAX);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function nameData(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'ascii')]),
    Buffer.from([0]),
  ]);
}
