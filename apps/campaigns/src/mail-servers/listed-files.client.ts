import type { MessageStructureObject } from 'imapflow';
import libmime from 'libmime';
import type { ListedFile } from './imap-ports.ts';

const NODES_MAX = 2_000;
const FILES_MAX = 100;
const NAME_CHARACTERS_MAX = 2_048;
/** Base64 in lines of 76 characters with their ends (RFC 2045 section 6.8). */
const LINE_BYTES = 78;
const LINE_END_BYTES = 2;

/** The files that the structure of a message lists: all parts but its texts (RFC 9051 section 7.5.2). */
export function listedFiles(structure: MessageStructureObject): readonly ListedFile[] {
  const files: ListedFile[] = [];
  const nodes = [structure];
  for (let count = 0; count < NODES_MAX && files.length < FILES_MAX; count += 1) {
    const node = nodes.shift();
    if (node === undefined) break;
    if (node.type.toLowerCase().startsWith('multipart/')) nodes.unshift(...(node.childNodes ?? []));
    else if (!isBody(node)) files.push(toFile(node));
  }
  return files;
}

function isBody({ type, disposition }: MessageStructureObject): boolean {
  return /^text\/(?:plain|html)$/i.test(type) && disposition?.toLowerCase() !== 'attachment';
}

function toFile(node: MessageStructureObject): ListedFile {
  const name = node.dispositionParameters?.['filename'] ?? node.parameters?.['name'] ?? null;
  return {
    name: name === null ? null : libmime.decodeWords(name.slice(0, NAME_CHARACTERS_MAX)),
    contentType: node.type,
    size: decodedSize(node),
  };
}

/** Servers report the size of the encoded part. The fill characters of base64 are not known: up to two bytes too many. */
function decodedSize({ encoding, size = 0 }: MessageStructureObject): number {
  if (encoding?.toLowerCase() !== 'base64') return size;
  const characters = size - LINE_END_BYTES * Math.floor(size / LINE_BYTES);
  return Math.floor(characters / 4) * 3;
}
