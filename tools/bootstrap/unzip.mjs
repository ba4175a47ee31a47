// Extracts one file of a zip archive, for example of a Python wheel. It supports only what that needs.

import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const entryHeaderBytes = 46;
const localHeaderBytes = 30;
const methodStored = 0;
const methodDeflated = 8;

/** The content of the first entry whose name matches, or undefined. */
export function readZipMember(archive, pattern) {
  for (const entry of directory(archive)) {
    if (pattern.test(entry.name)) return content(archive, entry);
  }
  return undefined;
}

function* directory(archive) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error('not a zip archive');
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === directoryEntry) {
    const nameLength = archive.readUInt16LE(at + 28);
    yield {
      name: archive.toString('utf8', at + entryHeaderBytes, at + entryHeaderBytes + nameLength),
      method: archive.readUInt16LE(at + 10),
      compressedSize: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    };
    at += entryHeaderBytes + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

function content(archive, entry) {
  const skipped = archive.readUInt16LE(entry.offset + 26) + archive.readUInt16LE(entry.offset + 28);
  const start = entry.offset + localHeaderBytes + skipped;
  const data = archive.subarray(start, start + entry.compressedSize);
  if (entry.method === methodStored) return data;
  if (entry.method === methodDeflated) return inflateRawSync(data);
  throw new Error(`zip method ${entry.method} is not supported`);
}
