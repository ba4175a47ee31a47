import { describe, expect, it } from '@jest/globals';
import { toContent } from './message-content.ts';
import { createMessageParser } from './parse-message.client.ts';

const parser = createMessageParser();

async function read(raw: string | Uint8Array) {
  const message = await parser.parse(typeof raw === 'string' ? Buffer.from(raw, 'utf8') : raw);
  return toContent(message, message.content);
}

const mail = (headers: readonly string[], body = 'Hello'): string => [...headers, '', body].join('\r\n');
const mixed = (parts: readonly string[]): string =>
  mail(
    ['Content-Type: multipart/mixed; boundary="b"'],
    [...parts.map((part) => `--b\r\n${part}`), '--b--'].join('\r\n'),
  );
const fileOf = (disposition: string, type = 'application/pdf'): string =>
  `Content-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\nMTIzNDU=`;

describe('the content of a message', () => {
  it.each([
    ['Maria Bauer <Maria@Example.com>', 'Maria Bauer', 'maria@example.com'],
    ['"Bauer, Maria" <maria@example.com>', 'Bauer, Maria', 'maria@example.com'],
    ['=?utf-8?Q?J=C3=B6rg?= <j@example.com>', 'Jörg', 'j@example.com'],
    ['maria@example.com', null, 'maria@example.com'],
    ['<maria@example.com>', null, 'maria@example.com'],
    ['=?utf-8?Q?"a\\"b=E2=80=AE"?= <x@example.com>', 'a"b', 'x@example.com'],
  ])('names the sender of %j', async (from, name, email) => {
    expect((await read(mail([`From: ${from}`]))).from).toEqual({ name, email });
  });

  it('has at most 50 addresses of a list, each once, and none of a quoted name', async () => {
    const to = [
      '"x <a@b.example>" <One@shop.example>',
      'one@shop.example',
      ...Array.from({ length: 99 }, (_, n) => `n${n}@x.example`),
    ];
    const { to: found } = await read(mail([`To: ${to.join(', ')}`]));
    expect(found).toHaveLength(50);
    expect(found.slice(0, 3)).toEqual(['one@shop.example', 'n0@x.example', 'n1@x.example']);
  });

  it('has Message-IDs without brackets: the first and the last 29 of a long conversation', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `<m${n}@x.example>`);
    const content = await read(mail(['Message-ID: <own@x.example>', `References: ${ids.join('\r\n ')}`]));
    expect(content.message_id).toBe('own@x.example');
    expect(content.references).toHaveLength(30);
    expect([content.references[0], content.references.at(-1)]).toEqual(['m0@x.example', 'm199@x.example']);
    expect((await read(mail(['In-Reply-To: <a@x.example>']))).references).toEqual(['a@x.example']);
    expect((await read(mail(['X: y']))).message_id).toBeNull();
  });

  it.each([
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
    ["attachment; filename*=utf-8''%C3%84pfel.pdf", 'Äpfel.pdf'],
    ['attachment; filename="evil\u202efdp.exe"', 'evil fdp.exe'],
    ['attachment; filename=".."', null],
    ['attachment', null],
    [`attachment; filename="${'n'.repeat(1_000)}"`, 'n'.repeat(255)],
  ])('names the file of %j', async (disposition, name) => {
    expect((await read(mixed([fileOf(disposition)]))).attachments).toEqual([
      { file_name: name, content_type: 'application/pdf', size: 5 },
    ]);
  });

  it('lists inline images, and at most 100 attachments', async () => {
    const image =
      'Content-Type: image/png; name="logo.png"\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\nMTIz';
    expect((await read(mixed([image]))).attachments).toEqual([
      { file_name: 'logo.png', content_type: 'image/png', size: 3 },
    ]);
    const many = Array.from({ length: 150 }, () => fileOf('attachment; filename="a.pdf"'));
    expect((await read(mixed(many))).attachments).toHaveLength(100);
  });

  it.each([
    ['iso-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Grüße'],
    ['windows-1252', Buffer.from([0x80, 0x20, 0x31]), '€ 1'],
    ['utf-16le', Buffer.from('Hallo', 'utf16le'), 'Hallo'],
    ['shift_jis', Buffer.from([0x83, 0x65, 0x83, 0x58]), 'テス'],
    ['unknown-8bit', Buffer.from('Hi'), 'Hi'],
  ])('decodes %s', async (charset, bytes, text) => {
    const head = Buffer.from(`Content-Type: text/plain; charset=${charset}\r\n\r\n`);
    expect((await read(Buffer.concat([head, bytes]))).body_text).toBe(text);
  });

  it('does not decode UTF-7 into tags', async () => {
    const content = await read(
      mail(['Content-Type: text/html; charset=utf-7'], '+ADw-script+AD4-x()+ADw-/script+AD4-y'),
    );
    expect(content.body_html).not.toMatch(/<script|x\(\)<\/script/);
  });

  it('cuts bodies of more than 262,144 bytes at a character, and says so', async () => {
    const text = await read(mail(['Content-Type: text/plain; charset=iso-8859-1'], 'x').replace('x', ''));
    expect(text.truncated).toBe(false);
    const long = Buffer.concat([
      Buffer.from('Content-Type: text/plain; charset=iso-8859-1\r\n\r\nx'),
      Buffer.alloc(200_000, 0xfc),
    ]);
    const cut = await read(long);
    expect([Buffer.byteLength(cut.body_text), cut.truncated]).toEqual([262_143, true]);
    expect(cut.body_text.endsWith('ü')).toBe(true);
    const html = Buffer.concat([
      Buffer.from('Content-Type: text/html; charset=iso-8859-1\r\n\r\n<b><i>'),
      Buffer.alloc(200_000, 0xfc),
    ]);
    const cutHtml = await read(html);
    expect(Buffer.byteLength(cutHtml.body_html ?? '')).toBeLessThanOrEqual(262_144);
    expect([cutHtml.truncated, cutHtml.body_html?.endsWith('ü</i></b>')]).toEqual([true, true]);
  });
});
