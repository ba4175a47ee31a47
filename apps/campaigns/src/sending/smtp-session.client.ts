import { Readable } from 'node:stream';
import SMTPConnection, {
  type SMTPConnectionEnvelope,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection';
import type { SmtpReply } from '../feedback/index.ts';
import {
  CONNECT_MS_MAX,
  failureText,
  smtpAuthOf,
  smtpOptionsOf,
  withCredentials,
  type MailConnectionOptions,
  type ServerLogin,
} from '../mail-servers/index.ts';
import type { DialogResult, OutgoingMessage } from './ports.ts';
import { decidingRefusal, refusalsOf, refusedCopies } from './recipient-refusals.ts';
import { commandOf, parseReply, replyOf } from './smtp-replies.ts';

/** The time limits of a session, in ms. */
export interface SmtpLimits {
  /** For the greeting, TLS and the log-in. */
  readonly sessionMs: number;
  /** For sender, recipient and the permission to send the content. */
  readonly envelopeMs: number;
  /** For the content and the reply to it: servers scan the content before they answer. */
  readonly contentMs: number;
  /** For the end of the transaction after a refusal. */
  readonly resetMs: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  sessionMs: 30_000,
  envelopeMs: 60_000,
  contentMs: 180_000,
  resetMs: 5_000,
};
/** Time in ms for the server to close its side. */
const CLOSE_MS_MAX = 1_000;

/** RFC 5321 §4.2.3: the server refuses for now and closes the connection, whatever the command was. */
export const CLOSING_CODE = 421;

/** A connection to the SMTP server of an account, logged in. It sends one message at a time. */
export interface SmtpSession {
  /** False after an error: the session sends no further message. */
  readonly isUsable: boolean;
  readonly sentCount: number;
  /** Never throws. Before the content, the signal ends the dialog and the session. */
  send(message: SessionMessage, signal: AbortSignal): Promise<SessionResult>;
  /** Logs out. */
  close(): void;
}

type SessionMessage = Pick<OutgoingMessage, 'to' | 'message' | 'onContent' | 'onReply'> & {
  readonly from: string;
};
/** The connection adds the refusals to the envelope that it gets. */
type Envelope = SMTPEnvelope & Partial<Pick<SMTPConnectionEnvelope, 'rejectedErrors'>>;
type SessionResult = Exclude<DialogResult, { readonly kind: 'no_session' | 'no_consent' }>;

type SessionOptions = MailConnectionOptions & { readonly limits: SmtpLimits };

/** Connects and logs in. @throws Error of the connection. */
export async function openSmtpSession(
  options: SessionOptions,
  login: ServerLogin,
  signal: AbortSignal,
): Promise<SmtpSession> {
  return withCredentials(login, async (credentials) => openSession(options, { login, credentials }, signal));
}

async function openSession(
  { sockets, extraCa, limits }: SessionOptions,
  {
    login,
    credentials,
  }: { readonly login: ServerLogin; readonly credentials: Parameters<typeof smtpAuthOf>[0] | null },
  signal: AbortSignal,
): Promise<SmtpSession> {
  const { host, port } = login;
  const logIn = credentials === null ? undefined : smtpAuthOf(credentials);
  const connection = await sockets.connect({ host, port, timeoutMs: CONNECT_MS_MAX });
  const options = { ...smtpOptionsOf(login, extraCa), connection, socketTimeout: limits.contentMs };
  const smtp = new SMTPConnection({ ...options, ...logIn?.options, socketCloseTimeout: CLOSE_MS_MAX });
  const session = new Session(smtp, limits);
  const phase = session.startPhase(limits.sessionMs, signal);
  try {
    await phase.run((done) => smtp.connect(done));
    if (logIn !== undefined) await phase.run((done) => smtp.login(logIn.auth, done));
    return session;
  } catch (thrown) {
    smtp.close();
    throw thrown;
  } finally {
    phase.end();
  }
}

type Done = (err?: Error | null) => void;

/** A part of a dialog with a time limit. */
interface Phase {
  /** Resolves when the step calls back; rejects when it fails, the connection ends, or the phase ends. */
  run(step: (done: Done) => void): Promise<void>;
  /** Replaces the time limit; from now on the signal ends nothing. */
  protect(ms: number): void;
  end(): void;
}

class Session implements SmtpSession {
  readonly #smtp: SMTPConnection;
  readonly #limits: SmtpLimits;
  #isOpen = true;
  /** Rejects the step that is in progress. */
  #fail: (err: Error) => void = () => undefined;
  sentCount = 0;

  constructor(smtp: SMTPConnection, limits: SmtpLimits) {
    this.#smtp = smtp;
    this.#limits = limits;
    smtp.on('error', (err: Error) => this.#lose(err));
    smtp.on('end', () => this.#end());
  }

  get isUsable(): boolean {
    return this.#isOpen;
  }

  async send(outgoing: SessionMessage, signal: AbortSignal): Promise<SessionResult> {
    const phase = this.startPhase(this.#limits.envelopeMs, signal);
    const { from, to, message } = outgoing;
    const envelope: Envelope = { from, to: [...to], size: message.length };
    const refusals = () => refusalsOf(envelope.rejectedErrors ?? [], to);
    const state = { isReady: false, hasContent: false };
    const content = contentOf(message, () => {
      state.isReady = true;
      if (decidingRefusal(refusals()) !== undefined) throw new Error('The server refused an address.');
      outgoing.onContent(refusedCopies(refusals()));
      state.hasContent = true;
      phase.protect(this.#limits.contentMs);
    });
    try {
      const reply = await this.#transmit(phase, { envelope, onReply: outgoing.onReply }, { content, state });
      this.sentCount += 1;
      return { kind: 'answered', command: 'DATA', reply };
    } catch (thrown) {
      const isRefusal = !state.hasContent && (state.isReady || commandOf(thrown) === 'RCPT');
      const refusal = isRefusal ? decidingRefusal(refusals()) : undefined;
      return await this.#afterFailure(refusal?.error ?? thrown, { ...state, isStopped: signal.aborted });
    } finally {
      phase.end();
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#smtp.quit();
    setTimeout(() => this.#smtp.close(), CLOSE_MS_MAX).unref();
  }

  startPhase(ms: number, signal: AbortSignal): Phase {
    const stop = (): void => this.#break(new Error('The process stops.'));
    const expire = (): void =>
      this.#break(Object.assign(new Error('The server is too slow.'), { code: 'ETIMEDOUT' }));
    let timer = setTimeout(expire, ms);
    signal.addEventListener('abort', stop, { once: true });
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    return {
      run: async (step) => {
        if (signal.aborted) throw new Error('The process stops.');
        await this.#run(step);
      },
      protect: (limitMs) => {
        release();
        timer = setTimeout(expire, limitMs);
      },
      end: release,
    };
  }

  async #transmit(
    phase: Phase,
    { envelope, onReply }: Pick<SessionMessage, 'onReply'> & { readonly envelope: Envelope },
    { content, state }: { readonly content: Readable; readonly state: { readonly hasContent: boolean } },
  ): Promise<SmtpReply> {
    let reply: SmtpReply | undefined;
    await phase.run((done) => {
      this.#smtp.send(envelope, content, (err, info) => {
        if (err === null) {
          reply = parseReply(info.response);
          onReply(reply);
        } else if (state.hasContent) {
          const refusal = replyOf(err);
          if (refusal !== undefined && commandOf(err) === 'DATA') onReply(refusal);
        }
        done(err);
      });
    });
    if (reply === undefined) throw new Error('The server did not answer.');
    return reply;
  }

  async #afterFailure(thrown: unknown, state: DialogState): Promise<SessionResult> {
    const reply = replyOf(thrown);
    const isClosing = reply?.code === CLOSING_CODE && !state.hasContent;
    // For a 421 to a pipelined RCPT, nodemailer names no command; for MAIL and DATA it does.
    const command = commandOf(thrown) ?? (isClosing ? 'RCPT' : undefined);
    if (reply !== undefined && command !== undefined) {
      // A server may refuse the content before its end; the rest of it must not be read as commands. A server that is
      // ready for the content reads commands as content.
      if (state.isReady) this.#break(new Error('The message was refused.'));
      else await this.#reset();
      return { kind: 'answered', command, reply };
    }
    this.#break(new Error('The dialog failed.'));
    if (state.hasContent) return { kind: 'unanswered' };
    return state.isStopped ? { kind: 'stopped' } : { kind: 'interrupted', error: failureText(thrown) };
  }

  /** Ends the transaction of a refused message. */
  async #reset(): Promise<void> {
    const phase = this.startPhase(this.#limits.resetMs, new AbortController().signal);
    try {
      await phase.run((done) => this.#smtp.reset(done));
    } catch {
      this.#break(new Error('The session cannot be used again.'));
    } finally {
      phase.end();
    }
  }

  async #run(step: (done: Done) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.#fail = reject;
    if (!this.#isOpen) reject(connectionEnded());
    else step((err) => (err === null || err === undefined ? resolve(undefined) : reject(err)));
    await promise;
  }

  /** A reply of 421 ends the connection first; the step that is in progress fails with the reply right after that. */
  #end(): void {
    this.#isOpen = false;
    const fail = this.#fail;
    queueMicrotask(() => fail(connectionEnded()));
  }

  #lose(err: Error): void {
    this.#isOpen = false;
    this.#fail(err);
  }

  #break(err: Error): void {
    this.#lose(err);
    this.#smtp.close();
  }
}

interface DialogState {
  /** True when the server is ready for the content. */
  readonly isReady: boolean;
  readonly hasContent: boolean;
  readonly isStopped: boolean;
}

/** Reads the message when the server is ready for it: nothing reads the stream before. */
function contentOf(message: Buffer, onStart: () => void): Readable {
  return new Readable({
    read() {
      try {
        onStart();
      } catch (thrown) {
        this.destroy(thrown instanceof Error ? thrown : new Error('The dialog was refused.'));
        return;
      }
      this.push(message);
      this.push(null);
    },
  });
}

function connectionEnded(): Error {
  return Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' });
}
