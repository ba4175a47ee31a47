import { createTransport } from 'nodemailer';
import { simpleParser } from 'mailparser';

/** The reply of a recipient to an email, as a mail program writes it. */
export async function replyTo(source: Buffer, text: string): Promise<Buffer> {
  const { from, to, subject = '', messageId, text: original = '' } = await simpleParser(source);
  const recipient = Array.isArray(to) ? to[0] : to;
  const transport = createTransport({ streamTransport: true, buffer: true });
  const quoted = original
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const { message } = await transport.sendMail({
    from: recipient?.text ?? 'unknown@example.com',
    to: from?.text ?? 'unknown@example.com',
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `${text}\n\nOn ${new Date().toUTCString()}, ${from?.text ?? 'the sender'} wrote:\n${quoted}\n`,
    ...(messageId === undefined ? {} : { inReplyTo: messageId, references: messageId }),
  });
  return Buffer.isBuffer(message) ? message : Buffer.from('');
}
