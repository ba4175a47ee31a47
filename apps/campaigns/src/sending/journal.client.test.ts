import { mkdtempSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readFindings } from './journal-record.ts';
import { createJournal, readDeadJournals } from './journal.client.ts';
import type { JournalDialog } from './ports.ts';

const AT = new Date('2026-01-31T09:30:00.000Z');
const REPLY = { code: 250, enhanced: null, text: '250 OK' };

const sendOf = (id: string) => ({ id, workspace_id: 'ws_1', sending_account_id: 'acc_1' });
const claimOf = (id: string, token = 'lease_1') => ({ id, workspaceId: 'ws_1', token });

function dialogOf(id: string, token = 'lease_1'): JournalDialog {
  const message = {
    message_id: `<${id}@acme.com>`,
    subject: 'Line 1\nLine 2',
    variant_id: null,
    sequence_version: 1,
    sealed_rendering: Buffer.from([0, 255, 1]),
    from_email: 'a@acme.com',
    contact_email: 'b@acme.com',
  };
  return { claim: claimOf(id, token), message, attempts: 2 };
}

const textsIn = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

const newFolder = () => mkdtempSync(join(tmpdir(), 'journal-'));

function findingsOf(folder: string) {
  return readFindings(readDeadJournals(folder, () => false).flatMap(({ records }) => records));
}

describe('createJournal', () => {
  it('refuses a record that was written in part, and keeps the records after it', () => {
    const folder = newFolder();
    let isFull = false;
    const write = (descriptor: number, text: string): number =>
      writeSync(descriptor, isFull ? text.slice(0, text.length / 2) : text);
    const journal = createJournal({ folder, instance: 'a', write });
    journal.claim('lease_1', [sendOf('snd_1')]);
    isFull = true;
    expect(() => journal.begin(dialogOf('snd_1'))).toThrow('in part');
    isFull = false;
    journal.claim('lease_1', [sendOf('snd_2')]);
    journal.begin(dialogOf('snd_2'));
    expect(findingsOf(folder)).toMatchObject({ unsent: [claimOf('snd_1')], unknown: [claimOf('snd_2')] });
  });

  it('creates no folder before the first claim', () => {
    const folder = join(newFolder(), 'sends');
    createJournal({ folder, instance: 'a' });
    expect(readDeadJournals(folder)).toEqual([]);
  });

  it('distinguishes claims without a dialog, answered dialogs and unknown ones', () => {
    const folder = newFolder();
    const journal = createJournal({ folder, instance: 'a' });
    journal.claim('lease_1', ['snd_1', 'snd_2', 'snd_3'].map(sendOf));
    journal.begin(dialogOf('snd_1'));
    journal.begin(dialogOf('snd_2'));
    journal.end(claimOf('snd_1'), { reply: REPLY, at: AT });
    expect(findingsOf(folder)).toEqual({
      unsent: [claimOf('snd_3')],
      answered: [expect.objectContaining({ ...dialogOf('snd_1'), reply: REPLY, at: AT })],
      unknown: [{ ...claimOf('snd_2'), message: dialogOf('snd_2').message }],
    });
  });

  it('empties its file when all claims are settled', () => {
    const folder = newFolder();
    const journal = createJournal({ folder, instance: 'a' });
    journal.claim('lease_1', [sendOf('snd_1'), sendOf('snd_2')]);
    journal.begin(dialogOf('snd_1'));
    journal.settle(['snd_1']);
    expect(textsIn(folder)).toContain('b@acme.com');
    journal.settle(['snd_2']);
    expect(textsIn(folder)).toBe('');
    journal.claim('lease_2', [sendOf('snd_3')]);
    expect(findingsOf(folder).unsent).toEqual([claimOf('snd_3', 'lease_2')]);
  });

  it('begins a new file after a minute, and deletes the file whose claims are settled', () => {
    const folder = newFolder();
    let nowMs = 0;
    const journal = createJournal({ folder, instance: 'a', now: () => nowMs });
    journal.claim('lease_1', [sendOf('snd_1')]);
    journal.begin(dialogOf('snd_1'));
    nowMs = 60_000;
    journal.claim('lease_2', [sendOf('snd_2')]);
    expect(readdirSync(folder)).toHaveLength(2);
    journal.settle(['snd_1']);
    expect(textsIn(folder)).not.toContain('b@acme.com');
    expect(findingsOf(folder).unsent).toEqual([claimOf('snd_2', 'lease_2')]);
  });

  it('keeps the attempts of a send apart by their tokens', () => {
    const folder = newFolder();
    const journal = createJournal({ folder, instance: 'a' });
    journal.claim('lease_1', [sendOf('snd_1')]);
    journal.begin(dialogOf('snd_1'));
    journal.end(claimOf('snd_1'), { reply: { ...REPLY, code: 451 }, at: AT });
    journal.claim('lease_2', [sendOf('snd_1')]);
    expect(findingsOf(folder)).toMatchObject({
      unsent: [claimOf('snd_1', 'lease_2')],
      answered: [{ claim: claimOf('snd_1') }],
    });
  });

  it('deletes files from the oldest on when their claims are settled', () => {
    const folder = newFolder();
    const journal = createJournal({ folder, instance: 'a', bytesMax: 1 });
    for (const id of ['snd_1', 'snd_2', 'snd_3']) journal.claim('lease_1', [sendOf(id)]);
    expect(readdirSync(folder)).toHaveLength(3);
    journal.settle(['snd_2']);
    expect(readdirSync(folder)).toHaveLength(3);
    journal.settle(['snd_1']);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(journal.isOpen('snd_3')).toBe(true);
    journal.close();
    expect(readdirSync(folder)).toHaveLength(1);
    journal.settle(['snd_3']);
    journal.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('readDeadJournals', () => {
  it('ignores the journals of living processes', () => {
    const folder = newFolder();
    createJournal({ folder, instance: 'a' }).claim('lease_1', [sendOf('snd_1')]);
    expect(readDeadJournals(folder)).toEqual([]);
  });

  it('joins the files of one process and removes them', () => {
    const folder = newFolder();
    const journal = createJournal({ folder, instance: 'a', bytesMax: 1 });
    journal.claim('lease_1', [sendOf('snd_1')]);
    journal.begin(dialogOf('snd_1'));
    const [dead, ...others] = readDeadJournals(folder, () => false);
    expect(others).toEqual([]);
    expect(readFindings(dead?.records ?? []).unknown).toMatchObject([claimOf('snd_1')]);
    dead?.remove();
    dead?.remove();
    expect(readdirSync(folder)).toEqual([]);
  });
});
